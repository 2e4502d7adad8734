/**
 * Schema of the judge's response (docs/spec.md 10.9). A picture can contain a text that tries to influence the judge. The schema limits the
 * effect of such a text.
 */
import * as z from 'zod';
import { languageTags } from '../languages.ts';
import { categories } from './focus-areas.ts';

export const textCharactersMax = 2000;
const listEntriesMax = 10;
/** The improvement is the main part of a prompt, and a prompt may have at most 2,000 characters. */
export const improvementCharactersMax = 1000;

/** The language in which a judge writes the texts that sellers read. */
export const judgeLanguage = z.enum(languageTags).default('en');

const text = z.string().trim().max(textCharactersMax);
const texts = z.array(z.string().trim().max(textCharactersMax)).max(listEntriesMax);

export const areaEvaluation = z.strictObject({
  status: z.enum(['solved', 'needs_work']),
  assessment: text.min(1),
  nextSteps: texts,
});
export type AreaEvaluation = z.infer<typeof areaEvaluation>;

export const productAccuracy = z.strictObject({
  /** PASS if the image still shows the product of the input photo. */
  status: z.enum(['PASS', 'FAIL']),
  /** A number from 0 to 1. */
  confidence: z.number().min(0).max(1),
  analysis: text,
  issues: texts,
  recommendation: text,
});
export type ProductAccuracy = z.infer<typeof productAccuracy>;

/** Evaluation of one area in one image. */
export const evaluation = z.strictObject({
  evaluation: areaEvaluation.extend({ improvementPrompt: z.string().trim().max(improvementCharactersMax) }),
  productAccuracy,
  recommendation: text,
});
export type Evaluation = z.infer<typeof evaluation>;

/**
 * Returns the text about what the next image must improve, with at most `improvementCharactersMax` characters. If the judge left the
 * improvement prompt empty, returns the next steps or the assessment.
 */
export function improvementOf({ improvementPrompt, nextSteps }: Evaluation['evaluation'], assessment: string): string {
  const text = improvementPrompt || nextSteps.join(' ') || assessment;
  return [...text].slice(0, improvementCharactersMax).join('');
}

const detection = z.strictObject({ detected: z.boolean(), details: text });

/** Analysis of the edit between the two example pictures. */
export const analysis = z.strictObject({
  actionPlan: texts,
  visualAnalysis: text.min(1),
  userIntent: text,
  reasoning: text,
  categoryAnalysis: z.strictObject(
    Object.fromEntries(categories.map((category) => [category, detection])) as Record<(typeof categories)[number], typeof detection>,
  ),
});
export type Analysis = z.infer<typeof analysis>;
