/** Plans the steps that change a video until a marketplace accepts it. */
import { boundsOf, refusingRules } from './bounds.ts';
import { refusedRule } from './check.ts';
import type { Field } from './fields.ts';
import { isRefusal, lastingFlags, type Plan, type Refusal, refuse, type Size, type VideoPreferences, type VideoStep } from './plan.ts';
import { type Encode, planBitrate } from './plan-bitrate.ts';
import { changesBetween } from './plan-changes.ts';
import { type Frame, planFrame } from './plan-frame.ts';
import { type Length, planLength } from './plan-length.ts';
import { measuredValue, type VideoProbe } from './probe.ts';
import type { Rule } from './schema.ts';

const audioBitrateUsual = 128_000;
const audioBitrateLow = 64_000;
/** If the size limit per second is below this value, the sound gets a low bit rate. So more bits remain for the pictures. */
const lowBytesPerSecond = 100_000;
const sampleRateUsual = 48_000;
const frameRateUsual = 24;
/** A listener does not notice this difference of loudness. */
const loudnessTolerance = 1;
/** The profiles of H.264 that the encoder can write. The first profile compresses best. */
const profiles = ['high', 'main', 'baseline'] as const;

type Known = VideoProbe & Size & { seconds: number };

export function planVideo(probe: VideoProbe, allRules: readonly Rule[], preferences: VideoPreferences): Plan | Refusal {
  const rules = allRules.filter(({ severity }) => severity === 'refused');
  for (const field of ['seconds', 'width', 'height'] as const)
    if (measuredValue(probe, field) === undefined) return { kind: 'refusal', reason: 'notMeasured', field };
  const known = probe as Known;
  const lasting = refusedRule(probe, refusingRules(rules, ...lastingFlags));
  if (lasting) return refuse('notRepairable', lasting, true);
  const frame = planFrame(known, rules, preferences);
  if (isRefusal(frame)) return frame;
  const length = planLength(known.seconds, rules, preferences);
  if (isRefusal(length)) return length;
  const audio = planAudio(known, rules, preferences, length);
  if (isRefusal(audio)) return audio;
  const frameRate = planFrameRate(known, rules);
  if (isRefusal(frameRate)) return frameRate;
  return needsEncode(known, rules, { frame, length, audio, frameRate })
    ? planEncode(known, rules, { frame, length, audio, frameRate })
    : planCopy(known, rules, audio);
}

/** `target` is undefined if the result has no sound. */
type Audio = { steps: VideoStep[]; isChanged: boolean; target?: { bitrate: number; sampleRate: number } };
type FrameRate = { frameRate: number; steps: VideoStep[] };
type Parts = { frame: Frame; length: Length; audio: Audio; frameRate: FrameRate };

function planAudio(probe: Known, rules: readonly Rule[], { keepAudio, loudness }: VideoPreferences, length: Length): Audio | Refusal {
  const presence = refusingRules(rules, 'audio');
  const isReversed = length.steps.some(({ kind }) => kind === 'playBackwards');
  const isRemoved = probe.audio !== false && (!keepAudio || isReversed || refusedRule({ ...probe, audio: true }, presence) !== undefined);
  const missing = refusedRule({ ...probe, audio: probe.audio !== false && !isRemoved }, presence);
  if (missing) return refuse('notRepairable', missing, false);
  if (probe.audio === false) return { steps: [], isChanged: false };
  if (isRemoved) return { steps: [{ kind: 'removeAudio' }], isChanged: false };

  const bitrates = boundsOf(rules, 'audioBitrate', 1);
  const sampleRates = boundsOf(rules, 'audioSampleRate', 1);
  const { audioBitrate = audioBitrateUsual, audioSampleRate = sampleRateUsual } = probe;
  const bytesPerSecond = boundsOf(rules, 'bytes', 1).max / length.seconds;
  const usual = bytesPerSecond < lowBytesPerSecond && !bitrates.minRule ? audioBitrateLow : audioBitrateUsual;
  // The measured bit rate could be slightly below its target. So the target is above the minimum.
  const lowest = bitrates.minRule ? Math.max(audioBitrateUsual, bitrates.min * 1.1) : 0;
  const target = {
    bitrate: Math.round(Math.min(Math.max(Math.min(audioBitrate, usual), lowest), bitrates.max)),
    sampleRate: audioSampleRate >= sampleRates.min && audioSampleRate <= sampleRates.max ? audioSampleRate : sampleRateUsual,
  };
  const codecs = refusingRules(rules, 'audioCodec');
  const withoutAac = refusedRule({ ...probe, audio: true, audioCodec: 'aac' }, codecs);
  const isRefused = refusedRule(probe, [...codecs, ...refusingRules(rules, 'audioBitrate', 'audioSampleRate', 'loudness')]) !== undefined;
  if (withoutAac && isRefused) return refuse('notRepairable', withoutAac, probe.audioCodec);
  const isOff = loudness !== undefined && probe.loudness !== undefined && Math.abs(probe.loudness - loudness) > loudnessTolerance;
  return { steps: isOff ? [{ kind: 'setLoudness', loudness }] : [], isChanged: isOff || isRefused, target };
}

function planFrameRate(probe: Known, rules: readonly Rule[]): FrameRate | Refusal {
  const { frameRate } = probe;
  const { min, max, minRule } = boundsOf(rules, 'frameRate', 0.001);
  if (frameRate === undefined)
    return { frameRate: frameRateUsual, steps: probe.variableFrameRate ? [{ kind: 'setFrameRate', frameRate: frameRateUsual }] : [] };
  // The frame rate is never increased, because the added frames would only repeat other frames.
  if (minRule && frameRate < min) return refuse('notRepairable', minRule, frameRate);
  const target = Math.min(frameRate, max);
  return { frameRate: target, steps: target !== frameRate || probe.variableFrameRate ? [{ kind: 'setFrameRate', frameRate: target }] : [] };
}

const isSameSize = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;

/** An encoder for H.264 with 4:2:0 colours needs even sides. */
const isEven = ({ width, height }: Size): boolean => width % 2 === 0 && height % 2 === 0;

function needsEncode(probe: Known, rules: readonly Rule[], { frame, length, audio, frameRate }: Parts): boolean {
  const encoded: Field[] = ['codec', 'profile', 'level', 'interlaced', 'bytes', 'bitrate'];
  return (
    frame.window !== undefined ||
    !isSameSize(frame.sizes[0], probe) ||
    length.steps.length > 0 ||
    frameRate.steps.length > 0 ||
    audio.isChanged ||
    refusedRule(probe, refusingRules(rules, ...encoded)) !== undefined
  );
}

/** Plans a copy of the streams into a new file, without encoding. */
function planCopy(probe: Known, rules: readonly Rule[], audio: Audio): Plan | Refusal {
  const containerRule = refusedRule(probe, refusingRules(rules, 'container'));
  const container = containerRule ? 'mp4' : (probe.container ?? 'mp4');
  const refused = refusedRule({ ...probe, container }, refusingRules(rules, 'container'));
  if (refused) return refuse('notRepairable', refused, probe.container);
  const steps: VideoStep[] = [...audio.steps];
  if (containerRule || probe.moovAtStart === false || steps.length > 0) steps.push({ kind: 'remux', container });
  const isCopied = steps.length > 0;
  const result: VideoProbe = { ...probe, container, ...(isCopied && { moovAtStart: true }), ...(!audio.target && withoutAudio) };
  return { kind: 'plan', steps, result: isCopied ? result : probe, changes: changesBetween(probe, isCopied ? result : probe) };
}

const withoutAudio = { audio: false, audioCodec: undefined, audioBitrate: undefined, audioSampleRate: undefined, loudness: undefined };

/**
 * Returns the size and the bit rate of an encode, or the refusal. Chooses a smaller size if the bit rate is useless for the largest size.
 */
function chooseEncode(
  probe: Known,
  rules: readonly Rule[],
  { frame, length, audio, frameRate }: Parts,
): (Encode & { size: Size }) | Refusal {
  const bytes = boundsOf(rules, 'bytes', 1);
  const bitrate = boundsOf(rules, 'bitrate', 1);
  const sourceBitrate = measuredValue(probe, 'bitrate') as number | undefined;
  const sourceAudioBitrate = probe.audio === false ? 0 : (probe.audioBitrate ?? 0);
  for (const size of frame.sizes.filter(isEven)) {
    const encode = planBitrate({
      seconds: length.seconds,
      frameRate: frameRate.frameRate,
      pixels: size.width * size.height,
      sourceBitrate: sourceBitrate && Math.max(1, sourceBitrate - sourceAudioBitrate),
      audio: audio.target,
      bytesMax: bytes.max,
      bitrateMin: bitrate.min,
      bitrateMax: bitrate.max,
    });
    if (encode.state === 'impossible') break;
    if (encode.state === 'good') return { ...encode, size };
  }
  const rule = bytes.maxRule ?? bitrate.minRule ?? bitrate.maxRule;
  if (!rule) return { kind: 'refusal', reason: 'tooFewPixels', field: 'shortSide', value: Math.min(probe.width, probe.height) };
  return refuse('bitrateTooLow', rule, probe.bytes);
}

function planEncode(probe: Known, rules: readonly Rule[], parts: Parts): Plan | Refusal {
  const { frame, length, audio, frameRate } = parts;
  const profile = profiles.find((name) => !refusedRule({ kind: 'video', profile: name }, refusingRules(rules, 'profile')));
  const fixed: VideoProbe = { kind: 'video', container: 'mp4', codec: 'h264', profile: profile ?? 'baseline' };
  const impossible = refusedRule(fixed, refusingRules(rules, 'container', 'codec', 'profile'));
  if (impossible) return refuse('notRepairable', impossible, measuredValue(probe, impossible.field));
  const encode = chooseEncode(probe, rules, parts);
  if (isRefusal(encode)) return encode;
  const { size, videoBitrate } = encode;
  const bytesMax = boundsOf(rules, 'bytes', 1).max;
  const levels = boundsOf(rules, 'level', 0);
  const level = levels.maxRule && levels.max;
  const source = frame.window ?? probe;
  const isSmaller = !isSameSize(size, source);
  const because: Field = isSameSize(size, frame.sizes.find(isEven) ?? size) ? sizeFieldOf(rules) : 'bytes';
  const steps: VideoStep[] = [
    ...(probe.interlaced ? [{ kind: 'deinterlace' } as const] : []),
    ...(frame.window ? [{ kind: 'reframe', window: frame.window } as const] : []),
    ...(isSmaller ? [{ kind: 'scale', size, because } as const] : []),
    ...frameRate.steps,
    ...length.steps,
    ...audio.steps,
    {
      kind: 'encode',
      passes: 2,
      codec: 'h264',
      profile: profile ?? 'baseline',
      ...(level && { level }),
      videoBitrate,
      ...(audio.target && { audio: { codec: 'aac', ...audio.target } }),
      ...(Number.isFinite(bytesMax) && { bytesMax }),
    },
  ];
  const loudness = audio.steps.find((step) => step.kind === 'setLoudness')?.loudness ?? probe.loudness;
  const result: VideoProbe = {
    ...probe,
    ...fixed,
    ...size,
    level,
    seconds: length.seconds,
    frameRate: frameRate.frameRate,
    bytes: encode.bytes,
    bitrate: Math.round((encode.bytes * 8) / length.seconds),
    moovAtStart: true,
    variableFrameRate: false,
    interlaced: false,
    ...(frame.window && { bars: false }),
    ...(audio.target
      ? { audioCodec: 'aac' as const, audioBitrate: audio.target.bitrate, audioSampleRate: audio.target.sampleRate, loudness }
      : withoutAudio),
  };
  return { kind: 'plan', steps, result, changes: changesBetween(probe, result) };
}

/**
 * Returns the field of the first rule about the size. If there is no such rule, returns the codec, because only its rule can require
 * another size.
 */
const sizeFieldOf = (rules: readonly Rule[]): Field =>
  refusingRules(rules, 'longSide', 'shortSide', 'width', 'height', 'pixels')[0]?.field ?? 'codec';
