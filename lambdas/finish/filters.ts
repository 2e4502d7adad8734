/** Converts the steps of a plan to filter graphs of FFmpeg. */
import type { VideoStep } from '#shared/marketplaces/plan.ts';
import type { VideoProbe } from '#shared/marketplaces/probe.ts';
import type { Size } from '#shared/size.ts';
import { bt709Tags } from '../media/colours.ts';

type StepOf<Kind extends VideoStep['kind']> = Extract<VideoStep, { kind: Kind }>;

export const findStep = <Kind extends VideoStep['kind']>(steps: readonly VideoStep[], kind: Kind): StepOf<Kind> | undefined =>
  steps.find((step): step is StepOf<Kind> => step.kind === kind);

export type Source = {
  /** Length of the input file in seconds. */
  seconds: number;
  frameRate: number;
  loudness?: number | undefined;
};

/** Files with the pictures of the cards, in the size of the result. */
export type Cards = { intro: string; outro: string };

/** If the loudness is changed, a limiter keeps the peaks of the sound below this share of the full scale. */
const peakMax = 0.89;

/**
 * Returns a graph with one input.
 * @param colours the filters that convert the colours of the source.
 */
export function videoGraph(steps: readonly VideoStep[], source: Source, { colours, cards }: { colours: string[]; cards?: Cards }): string {
  const frameRate = rateOf(steps, source);
  const reframe = findStep(steps, 'reframe');
  const scale = findStep(steps, 'scale');
  const clip = [
    ...(findStep(steps, 'deinterlace') ? ['bwdif=mode=send_frame'] : []),
    ...(reframe ? [cropFilter(reframe.window)] : []),
    ...(scale ? [`scale=${scale.size.width}:${scale.size.height}:flags=lanczos`] : []),
    ...colours,
    `fps=fps=${frameRate}`,
  ];
  const trim = findStep(steps, 'trim');
  const trimFilters = trim ? [`trim=duration=${trim.seconds}`, 'setpts=PTS-STARTPTS'] : [];
  if (findStep(steps, 'playBackwards')) return backwardsGraph(clip, trimFilters);
  const addCards = findStep(steps, 'addCards');
  if (!addCards || !cards) return [...clip, ...trimFilters].join(',');
  return cardsGraph(clip, addCards, { source, cards, frameRate });
}

/** The frame at which the direction changes is shown only once, so that the picture does not stop there. */
const backwardsGraph = (clip: string[], trimFilters: string[]): string =>
  [
    `${clip.join(',')},split[forwards][copy]`,
    '[copy]reverse,trim=start_frame=1,setpts=PTS-STARTPTS[backwards]',
    ['[forwards][backwards]concat=n=2:v=1:a=0', ...trimFilters].join(','),
  ].join(';');

type CardsContext = { source: Source; cards: Cards; frameRate: string };

function cardsGraph(
  clip: string[],
  { introSeconds, outroSeconds, fadeSeconds }: StepOf<'addCards'>,
  { source, cards, frameRate }: CardsContext,
): string {
  const card = (file: string, seconds: number, label: string) =>
    [
      `movie=filename=${file},loop=loop=-1:size=1:start=0,setpts=N/(${frameRate})/TB,fps=fps=${frameRate}`,
      'scale=out_color_matrix=bt709:out_range=limited,format=pix_fmts=yuv420p,setsar=1',
      `${bt709Tags},trim=duration=${seconds},setpts=PTS-STARTPTS[${label}]`,
    ].join(',');
  const fade = (offset: number) => `xfade=transition=fade:duration=${fadeSeconds}:offset=${offset.toFixed(3)}`;
  return [
    `${clip.join(',')}[clip]`,
    card(cards.intro, introSeconds, 'intro'),
    card(cards.outro, outroSeconds, 'outro'),
    `[intro][clip]${fade(introSeconds - fadeSeconds)}[opened]`,
    // The fade needs the full colour resolution. Most players do not support it, so the format is changed after the fade.
    `[opened][outro]${fade(introSeconds + source.seconds - 2 * fadeSeconds)},format=pix_fmts=yuv420p,${bt709Tags}`,
  ].join(';');
}

/** Frames per second as a fraction, because 29.97 is 30000/1001. */
export function rateOf(steps: readonly VideoStep[], source: Source): string {
  const frameRate = findStep(steps, 'setFrameRate')?.frameRate ?? source.frameRate;
  const isNtsc = !Number.isInteger(frameRate) && Math.abs(frameRate * 1.001 - Math.round(frameRate * 1.001)) < 0.001;
  return isNtsc ? `${Math.round(frameRate * 1.001) * 1000}/1001` : String(Number(frameRate.toFixed(4)));
}

const cropFilter = ({ width, height, left, top }: Size & { left: number; top: number }): string => `crop=${width}:${height}:${left}:${top}`;

/** Returns a graph with one input, or undefined if the sound can be copied. */
export function soundGraph(steps: readonly VideoStep[], source: Source, result: VideoProbe): string | undefined {
  const sampleRate = findStep(steps, 'encode')?.audio?.sampleRate ?? result.audioSampleRate;
  const loudness = findStep(steps, 'setLoudness');
  const trim = findStep(steps, 'trim');
  const addCards = findStep(steps, 'addCards');
  const filters = [
    ...(loudness && source.loudness !== undefined
      ? [`volume=${(loudness.loudness - source.loudness).toFixed(2)}dB`, `alimiter=limit=${peakMax}:level=false`]
      : []),
    ...(trim ? [`atrim=duration=${trim.seconds}`, 'asetpts=PTS-STARTPTS'] : []),
    ...(addCards ? soundWithCards(addCards, source) : []),
    `aresample=${sampleRate}`,
    `aformat=sample_fmts=fltp:sample_rates=${sampleRate}`,
  ];
  return filters.join(',');
}

/** The sound fades with the picture, and the cards are silent. */
function soundWithCards({ introSeconds, outroSeconds, fadeSeconds }: StepOf<'addCards'>, { seconds }: Source): string[] {
  const total = introSeconds + seconds + outroSeconds - 2 * fadeSeconds;
  return [
    `atrim=duration=${seconds}`,
    `afade=t=in:st=0:d=${fadeSeconds}`,
    `afade=t=out:st=${(seconds - fadeSeconds).toFixed(3)}:d=${fadeSeconds}`,
    `adelay=delays=${Math.round((introSeconds - fadeSeconds) * 1000)}:all=1`,
    `apad=whole_dur=${total.toFixed(3)}`,
  ];
}
