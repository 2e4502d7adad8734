import { firstPrompt, improvementPrompt } from '#shared/pipeline/instruction.ts';
import { nextStep } from '#shared/pipeline/run.ts';
import type { Run } from '../store/pipeline-runs.ts';

export type ImagePlan = { prompt: string; area?: string; madeFrom?: number };

/**
 * Returns the prompt and the source of the next image, or undefined if the next step makes no image. The result depends only on the run, so
 * a repeated call returns the same result.
 */
export function planOf({ state, productType, insights }: Run): ImagePlan | undefined {
  const next = state && nextStep(state);
  if (next?.do === 'generate') {
    const areas = state?.areas.filter(({ kind }) => kind === 'focus').map(({ name }) => name) ?? [];
    return { prompt: firstPrompt({ areas, productType, ...(insights && { insights }) }) };
  }
  if (next?.do !== 'improve') return undefined;
  const { area, improvement, from } = next;
  return { prompt: improvementPrompt({ area: area.name, improvement, productType }), area: area.name, madeFrom: from };
}
