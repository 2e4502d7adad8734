/**
 * The answers in a schema: what can be measured in the pictures, said as a model would. Of the instruction only the name of the area is
 * read, and of the pictures nothing but pixels.
 */
import { compare, type Files, judgeAccuracy, judgeArea, seen } from '../picture-judge/judge.ts';
import type { TextRequest } from './request.ts';

/** Undefined where the stand-in has no answer of that name, or the pictures for it are not there. */
export async function judgedIn({ format, pictures, instruction }: TextRequest): Promise<string | undefined> {
  const named = (name: string) => pictures.find(({ label }) => label.startsWith(name))?.bytes;
  const [current, input, before, after] = ['CURRENT', 'INPUT', 'BEFORE', 'AFTER'].map(named);
  if (!before || !after) return undefined;
  if (format?.name === 'analysis') return JSON.stringify(await analysisOf({ before, after }));
  if (format?.name !== 'evaluation' || !current || !input) return undefined;
  return JSON.stringify(await evaluationOf(areaIn(instruction), { current, input, before, after }));
}

/** The area, or nothing for the check of the product. */
function areaIn(instruction: string): string | undefined {
  const [, quoted] = /focus area of CURRENT: ("(?:[^"\\]|\\.)*")/.exec(instruction) ?? [];
  return quoted && (JSON.parse(quoted) as string);
}

async function evaluationOf(area: string | undefined, files: Files) {
  const facts = await seen(files);
  const { isSame, confidence, analysis, issues } = judgeAccuracy(facts);
  const wish = isSame ? '' : 'Give the product back the colours that it has in the input photo.';
  const verdict = area ? judgeArea(area, facts) : { isSolved: isSame, assessment: analysis, nextSteps: issues, improvementPrompt: wish };
  const { isSolved, assessment, nextSteps, improvementPrompt } = verdict;
  const recommendation = isSolved ? 'Go on with the next area.' : (nextSteps[0] ?? '');
  return {
    evaluation: { status: isSolved ? 'solved' : 'needs_work', assessment, nextSteps, improvementPrompt },
    productAccuracy: {
      status: isSame ? 'PASS' : 'FAIL',
      confidence,
      analysis,
      issues,
      recommendation: isSame ? 'Keep the product as it is.' : wish,
    },
    recommendation,
  };
}

const steps: Record<keyof Awaited<ReturnType<typeof compare>>, string> = {
  background_removal: 'Take the background away and put an even one in its place.',
  product_enhancement: 'Make the product crisper and its colours richer.',
  color_lighting_fix: 'Light the product anew.',
  apply_template: 'Lay the picture out anew.',
  text_removal: 'Remove the lettering.',
  shadow_apply: 'Add a soft shadow.',
};

async function analysisOf(files: Pick<Files, 'before' | 'after'>) {
  const found = await compare(files);
  const names = Object.keys(steps) as (keyof typeof steps)[];
  const done = names.filter((name) => found[name]).map((name) => steps[name]);
  return {
    actionPlan: done,
    visualAnalysis: done.length > 0 ? `Between the two pictures this was done: ${done.join(' ')}` : 'The two pictures are nearly the same.',
    userIntent: 'A clean product photo for an online shop.',
    reasoning: 'Measured at the border, in the background and on the product of both pictures.',
    categoryAnalysis: Object.fromEntries(
      names.map((name) => [name, { detected: found[name], details: found[name] ? steps[name] : 'Nothing of the kind can be seen.' }]),
    ),
  };
}
