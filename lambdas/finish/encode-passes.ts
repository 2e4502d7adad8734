/**
 * Encodes a clip in two passes. The file should be almost as large as a limit, but not larger. If its size is wrong after the second pass,
 * this pass is repeated with another bit rate and the same statistics.
 */
import { rm, stat } from 'node:fs/promises';
import { Decoder, Demuxer, Encoder, FilterAPI, pipeline } from 'node-av/api';
import { AV_CODEC_FLAG_PASS1, AV_CODEC_FLAG_PASS2, FF_ENCODER_AAC, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { VideoStep } from '#shared/marketplaces/plan.ts';
import { openMp4 } from '../media/open-mp4.ts';

type EncodeStep = Extract<VideoStep, { kind: 'encode' }> & { videoBitrate: number };

type Encoding = {
  input: string;
  output: string;
  videoGraph: string;
  /** Undefined if the result has no sound. */
  soundGraph?: string | undefined;
  step: EncodeStep;
  /**
   * True if the bit rate of the plan is lower than the bit rate of the source. In this case, the file should be as large as the limit
   * allows.
   */
  fillsLimit: boolean;
  /**
   * If true, the encoder adds data to reach a constant bit rate. Without this data, the bit rate of a simple picture can be below the
   * minimum of a marketplace.
   */
  isConstant?: boolean;
};

/**
 * The slowest preset that fits the time of the function. The next slower preset needs twice as much time, but makes the file only about two
 * percent smaller.
 */
const preset = 'medium';
const attemptsMax = 4;
/** The file should use at least this share of the limit. */
const usedShareMin = 0.92;
/** If the size is wrong, the next attempt tries to reach this share of the limit. */
const aimedShare = 0.955;
/** Maximum factor by which the bit rate is increased. If the picture is simple, the encoder cannot use more bits. */
const raiseMax = 3;

/** @returns the number of bytes of the file. It is above the limit of the step only if the last attempt failed. */
export async function encodeInPasses(encoding: Encoding): Promise<{ bytes: number }> {
  const { output, step, fillsLimit } = encoding;
  const stats = `${output}.stats`;
  try {
    await encodePass(encoding, { pass: 1, stats, videoBitrate: step.videoBitrate });
    const attempts: Attempt[] = [];
    for (let videoBitrate = step.videoBitrate; ; ) {
      await encodePass(encoding, { pass: 2, stats, videoBitrate });
      const { size: bytes } = await stat(output);
      attempts.push({ videoBitrate, bytes });
      const next = step.bytesMax === undefined ? undefined : nextBitrate(attempts, { bytesMax: step.bytesMax, fillsLimit });
      const isRaisedTooFar = next !== undefined && next > raiseMax * step.videoBitrate;
      if (next === undefined || isRaisedTooFar || attempts.length === attemptsMax) return { bytes };
      videoBitrate = next;
    }
  } finally {
    await Promise.all([stats, `${stats}.mbtree`, `${stats}.temp`].map((file) => rm(file, { force: true })));
  }
}

type Attempt = { videoBitrate: number; bytes: number };
type Target = { bytesMax: number; fillsLimit: boolean };

/**
 * Returns the bit rate of the next attempt, or undefined if the last file is good. The size of a short clip does not change in proportion to
 * the bit rate. So the bit rate is interpolated as soon as one file is too large and another one too small.
 */
export function nextBitrate(attempts: readonly Attempt[], { bytesMax, fillsLimit }: Target): number | undefined {
  const last = attempts.at(-1);
  if (!last) return undefined;
  const isTooLarge = last.bytes > bytesMax;
  const isTooSmall = fillsLimit && last.bytes < usedShareMin * bytesMax;
  if (!isTooLarge && !isTooSmall) return undefined;
  const aimedBytes = aimedShare * bytesMax;
  const bySize = attempts.toSorted((a, b) => a.bytes - b.bytes);
  const smaller = bySize.findLast(({ bytes }) => bytes <= aimedBytes);
  const larger = bySize.find(({ bytes }) => bytes > aimedBytes);
  if (!smaller || !larger) return Math.floor((last.videoBitrate * aimedBytes) / last.bytes);
  const share = (aimedBytes - smaller.bytes) / (larger.bytes - smaller.bytes);
  return Math.floor(smaller.videoBitrate + share * (larger.videoBitrate - smaller.videoBitrate));
}

type Pass = { pass: 1 | 2; stats: string; videoBitrate: number };

async function encodePass({ input, output, videoGraph, soundGraph, step, isConstant }: Encoding, pass: Pass): Promise<void> {
  await using source = await Demuxer.open(input);
  const stream = source.video();
  if (!stream) throw new Error('There is no video stream');
  using decoder = await Decoder.create(stream, { exitOnError: true });
  using filter = FilterAPI.create(videoGraph, { framerate: stream.avgFrameRate });
  using encoder = await openEncoder({ decoder, filter, step, isConstant, ...pass });
  if (pass.pass === 1) {
    for await (using packet of encoder.packets(filter.frames(decoder.frames(source.packets(stream.index))))) packet?.free();
    return;
  }
  const sound = soundGraph === undefined ? undefined : source.audio();
  await using target = await openMp4(output);
  if (!sound || !step.audio) {
    await pipeline(source, { video: [decoder, filter, encoder] }, target).completion;
    return target.close();
  }
  using soundDecoder = await Decoder.create(sound, { exitOnError: true });
  using soundFilter = FilterAPI.create(soundGraph ?? 'anull');
  using soundEncoder = await Encoder.create(FF_ENCODER_AAC, {
    decoder: soundDecoder,
    filter: soundFilter,
    bitrate: step.audio.bitrate,
  });
  const stages = { video: [decoder, filter, encoder], audio: [soundDecoder, soundFilter, soundEncoder] };
  await pipeline(source, stages, target).completion;
  await target.close();
}

/**
 * The number of buffers per second if the bit rate is constant. With a small buffer, the average bit rate depends less on the length of the
 * clip.
 */
const constantBuffersPerSecond = 4;

type EncoderInput = Pass & Pick<Encoding, 'step' | 'isConstant'> & { decoder: Decoder; filter: FilterAPI };

async function openEncoder({ pass, stats, videoBitrate, step, isConstant, decoder, filter }: EncoderInput): Promise<Encoder> {
  const constant = isConstant && {
    maxRate: videoBitrate,
    minRate: videoBitrate,
    bufSize: Math.floor(videoBitrate / constantBuffersPerSecond),
  };
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    decoder,
    filter,
    bitrate: videoBitrate,
    ...constant,
    configure: (context) => context.setFlags(pass === 1 ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2),
    options: {
      preset,
      profile: step.profile === 'other' ? 'high' : step.profile,
      stats,
      ...(step.level !== undefined && { level: String(step.level) }),
      // The buffer is full at the start. Otherwise, the first second would be smaller than the others.
      ...(isConstant && { 'nal-hrd': 'cbr' as const, 'x264-params': 'vbv-init=1' }),
    },
  });
  return encoder;
}
