/** The iterations of a run in the film strip and in the review. */
import type { TFunction } from 'i18next';
import type { RunIteration, RunResponse } from '#shared/pipeline/api.ts';
import type { ReviewItem } from '#web/features/review/review-item.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { hasEnded } from './stepper.ts';

/** The number of the input in the film strip. The input is before the first iteration. */
export const inputNumber = 0;
export const resultFileName = 'transformed-image.jpg';

/**
 * Returns the number of the iteration to show. This is the iteration under the pointer, otherwise the selected iteration. If there is
 * neither, it is the best iteration of an ended run, or the newest iteration of a running run.
 */
export function shownNumber(
  { status, iterationHistory }: Pick<RunResponse, 'status' | 'iterationHistory'>,
  selectedNumber: number | undefined,
  hoveredNumber: number | undefined,
): number {
  const exists = (number: number | undefined): number is number =>
    number === inputNumber || iterationHistory.some(({ iterationNumber }) => iterationNumber === number);
  if (exists(hoveredNumber)) return hoveredNumber;
  if (exists(selectedNumber)) return selectedNumber;
  const best = hasEnded({ status }) ? iterationHistory.find(({ isBest }) => isBest) : undefined;
  return (best ?? iterationHistory.at(-1))?.iterationNumber ?? inputNumber;
}

export type Verdict = 'result' | 'best' | 'solved' | 'needs_work';

type Evaluation = RunIteration['focusAreaEvaluation'][string] & { area: string };

/** Returns the evaluations of an iteration in the order of the run's areas. The judge evaluates the areas in this order. */
export function evaluationsOf({ focusAreas }: Pick<RunResponse, 'focusAreas'>, { focusAreaEvaluation }: RunIteration): Evaluation[] {
  const positionOf = (area: string) => focusAreas.findIndex((one) => one.area === area);
  return Object.entries(focusAreaEvaluation)
    .map(([area, evaluation]) => ({ ...evaluation, area }))
    .sort((one, other) => positionOf(one.area) - positionOf(other.area));
}

/**
 * Returns the verdict on an iteration: `result` or `best`, or the status of the improved area. The first image improves no area, so its
 * verdict is the status of the first evaluation.
 */
export function verdictOf(run: Pick<RunResponse, 'status' | 'focusAreas'>, iteration: RunIteration): Verdict | undefined {
  if (iteration.isBest) return hasEnded(run) ? 'result' : 'best';
  const evaluations = evaluationsOf(run, iteration);
  const evaluation = iteration.area === undefined ? evaluations[0] : evaluations.find(({ area }) => area === iteration.area);
  return evaluation?.status;
}

/** Returns the last evaluation of a run. */
export const lastEvaluation = (run: Pick<RunResponse, 'focusAreas' | 'iterationHistory'>): Evaluation | undefined =>
  run.iterationHistory.flatMap((iteration) => evaluationsOf(run, iteration)).at(-1);

/** Whether an image is being made now. The film strip then shows a placeholder for this image. */
export const isMaking = ({ status, step }: Pick<RunResponse, 'status' | 'step'>): boolean =>
  status === 'running' && (step === 'generating' || step === 'improving');

/**
 * Returns the URL of the picture of an iteration. If the pictures of the iterations were deleted, returns the URL of the result, because
 * the result still exists.
 */
export const pictureOf = ({ result }: Pick<RunResponse, 'result'>, { iterationNumber, imageUrl }: RunIteration): string | undefined =>
  result?.iterationNumber === iterationNumber ? result.resultPath : imageUrl;

/** Returns the iterations that can be reviewed, because they have a picture. */
export function reviewItems(run: RunResponse, t: TFunction, areaName: (area: string) => string): ReviewItem[] {
  const { result, photos, iterationHistory } = run;
  return iterationHistory.flatMap((iteration) => {
    const { iterationNumber: number, thumbnailUrl, madeFrom, area, geminiPrompt, charged } = iteration;
    const src = pictureOf(run, iteration);
    if (src === undefined) return [];
    const isResult = result?.iterationNumber === number;
    const verdict = verdictOf(run, iteration);
    const verdicts = evaluationsOf(run, iteration).map((one) => `${areaName(one.area)} · ${t(`pipeline.verdict.${one.status}`)}`);
    const origin =
      madeFrom === undefined
        ? t('pipeline.made_first')
        : t('pipeline.made_from', { area: area === undefined ? '' : areaName(area), from: madeFrom });
    return [
      {
        key: String(number),
        kind: 'image' as const,
        name: verdict
          ? `${t('pipeline.thumbnail', { number })} · ${t(`pipeline.verdict.${verdict}`)}`
          : t('pipeline.thumbnail', { number }),
        ratio: result ? `${result.width}:${result.height}` : '1:1',
        src,
        poster: thumbnailUrl,
        photo: photos.inputUrl,
        downloadUrl: isResult ? result.downloadUrl : src,
        resultKey: isResult ? result.resultKey : undefined,
        fileName: isResult ? resultFileName : `iteration-${number}.jpg`,
        details: [origin, ...verdicts],
        paid: dollarsFromApi(charged),
        prompt: geminiPrompt,
        ...(isResult && { probe: result.probe, canFinish: true }),
        kept: false,
      },
    ];
  });
}
