/** Makes a video that a marketplace accepts. Runs the steps of a plan, measures the file, and compares it with the rules again. */
import { randomUUID } from 'node:crypto';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Demuxer, pipeline } from 'node-av/api';
import { check } from '#shared/marketplaces/check.ts';
import { type Plan, type Refusal, refuse, type VideoStep } from '#shared/marketplaces/plan.ts';
import type { VideoProbe } from '#shared/marketplaces/probe.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import type { Size } from '#shared/size.ts';
import { colourFilters } from '../media/colours.ts';
import { isFirstFrameEmpty } from '../media/first-frame.ts';
import { openMp4 } from '../media/open-mp4.ts';
import { measureVideo } from '../media/probe/measure-video.ts';
import { drawCard } from './draw-card.ts';
import { encodeInPasses } from './encode-passes.ts';
import { type Cards, findStep, type Source, soundGraph, videoGraph } from './filters.ts';

type VideoFiles = {
  /** The delivered video. */
  result: string;
  probe: VideoProbe;
  /** The uncropped video, if it exists. */
  original?: string | undefined;
  /** Returns the product photo for the cards. */
  readPhoto: () => Promise<Buffer>;
};

type Finished<Probe> = { probe: Probe } | Refusal;

/** The target is above the minimum, because the encoder of sound uses fewer bits for silence. */
const soundBitrateMax = 320_000;
const attemptsMax = 3;

/**
 * Writes the file to `output`. The file may be used only if the function returns a probe.
 * @returns the properties of the file, or a refusal with the rule that the file does not satisfy.
 */
export async function finishVideo(
  files: VideoFiles,
  { steps: planSteps, result }: Plan,
  placement: Placement,
  output: string,
): Promise<Finished<VideoProbe>> {
  const steps = planSteps as VideoStep[];
  const encode = findStep(steps, 'encode');
  if (!encode) {
    await copyStreams(files.result, output, steps);
    return verify(output, placement);
  }
  const input = findStep(steps, 'reframe') ? (files.original ?? files.result) : files.result;
  const source = await sourceOf(files, input);
  const { width = 0, height = 0, bytes = 0 } = result as VideoProbe;
  const cards = findStep(steps, 'addCards') && (await drawCards(files, { width, height }, steps));
  try {
    const colours = await coloursOf(input);
    const fillsLimit = encode.bytesMax !== undefined && bytes >= 0.9 * encode.bytesMax;
    let step = encode;
    let isConstant = false;
    for (let attempt = 1; ; attempt++) {
      await encodeInPasses({
        input,
        output,
        videoGraph: videoGraph(steps, source, { colours, ...(cards && { cards }) }),
        soundGraph: encode.audio && soundGraph(steps, source, result as VideoProbe),
        step,
        fillsLimit,
        isConstant,
      });
      const finished = await verify(output, placement);
      if (!('kind' in finished) || attempt === attemptsMax) return finished;
      if (finished.field === 'bitrate' && !isConstant) isConstant = true;
      else if (finished.field === 'audioBitrate' && step.audio) step = withMoreSound(step, step.audio);
      else return finished;
    }
  } finally {
    if (cards) await Promise.all([cards.intro, cards.outro].map((file) => rm(file, { force: true })));
  }
}

type EncodeStep = Extract<VideoStep, { kind: 'encode' }>;

const withMoreSound = (step: EncodeStep, audio: NonNullable<EncodeStep['audio']>): EncodeStep => ({
  ...step,
  audio: { ...audio, bitrate: Math.min(soundBitrateMax, audio.bitrate * 1.6) },
});

/** The original can be one frame longer or shorter than the delivered video. */
async function sourceOf({ result, probe }: VideoFiles, input: string): Promise<Source> {
  const { seconds = 0, frameRate = 0, loudness } = input === result ? probe : await measureVideo(input);
  return { seconds, frameRate, loudness };
}

async function coloursOf(input: string): Promise<string[]> {
  await using file = await Demuxer.open(input);
  const stream = file.video();
  return stream ? colourFilters(stream) : [];
}

async function drawCards({ readPhoto }: VideoFiles, size: Size, steps: readonly VideoStep[]): Promise<Cards> {
  const { colour = '#FFFFFF' } = findStep(steps, 'addCards') ?? {};
  const file = join(tmpdir(), `${randomUUID()}.png`);
  await writeFile(file, await drawCard(await readPhoto(), size, colour));
  return { intro: file, outro: file };
}

/** Writes the same streams, with the index before the media data. */
async function copyStreams(input: string, output: string, steps: readonly VideoStep[]): Promise<void> {
  if (steps.length === 0) return copyFile(input, output);
  await using source = await Demuxer.open(input);
  await using target = await openMp4(output);
  const isSilent = findStep(steps, 'removeAudio') !== undefined || !source.audio();
  const copying = isSilent
    ? pipeline(source, { video: 'passthrough' }, target)
    : pipeline(source, { video: 'passthrough', audio: 'passthrough' }, target);
  await copying.completion;
  await target.close();
}

async function verify(output: string, placement: Placement): Promise<Finished<VideoProbe>> {
  const probe = await measureVideo(output);
  const refused = check(probe, placement).find(({ state }) => state === 'refused');
  if (refused?.rule) return refuse('notRepairable', refused.rule, refused.value);
  if (await isFirstFrameEmpty(output)) return { kind: 'refusal', reason: 'notRepairable', field: 'blackStart', value: true };
  return { probe };
}
