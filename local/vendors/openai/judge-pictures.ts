/**
 * Creates responses for the judge's schemas. The stand-in measures the pictures. From the instruction, it reads only the name of the area
 * and the language.
 */
import { compareExample, type Files, judgeAccuracy, judgeArea, measureFiles } from '../../demo/judge/judge.ts';
import { type LanguageName, languageOf, type Phrase, phraseIn } from '../../demo/judge/phrases.ts';
import type { TextRequest } from './text-request.ts';

/** Returns undefined if the stand-in does not know the schema name or a picture is missing. */
export async function judgePictures({ format, pictures, instruction }: TextRequest): Promise<string | undefined> {
  const findPicture = (name: string) => pictures.find(({ label }) => label.startsWith(name))?.bytes;
  const [current, input, before, after] = ['CURRENT', 'INPUT', 'BEFORE', 'AFTER'].map(findPicture);
  if (!before || !after) return undefined;
  const language = languageOf(instruction);
  if (format?.name === 'analysis') return JSON.stringify(await analysisOf({ before, after }, language));
  if (format?.name !== 'evaluation' || !current || !input) return undefined;
  return JSON.stringify(await evaluationOf(areaIn(instruction), { current, input, before, after }, language));
}

/** Returns the area, or undefined for the product check. */
function areaIn(instruction: string): string | undefined {
  const [, quoted] = /focus area of CURRENT: ("(?:[^"\\]|\\.)*")/.exec(instruction) ?? [];
  return quoted && (JSON.parse(quoted) as string);
}

async function evaluationOf(area: string | undefined, files: Files, language: LanguageName) {
  const facts = await measureFiles(files);
  const { isSame, confidence, analysis, issues } = judgeAccuracy(facts);
  const improvement = isSame ? '' : phraseIn('English', 'restoreColours');
  const verdict = area
    ? judgeArea(area, facts)
    : { isSolved: isSame, assessment: analysis, nextSteps: issues, improvementPrompt: improvement };
  const { isSolved, assessment, nextSteps, improvementPrompt } = verdict;
  const sentenceOf = (phrase: Phrase) => phraseIn(language, phrase);
  return {
    evaluation: {
      status: isSolved ? 'solved' : 'needs_work',
      assessment: sentenceOf(assessment),
      nextSteps: nextSteps.map(sentenceOf),
      improvementPrompt,
    },
    productAccuracy: {
      status: isSame ? 'PASS' : 'FAIL',
      confidence,
      analysis: sentenceOf(analysis),
      issues: issues.map(sentenceOf),
      recommendation: sentenceOf(isSame ? 'keepProduct' : 'restoreColours'),
    },
    recommendation: sentenceOf(isSolved ? 'nextArea' : (nextSteps[0] ?? 'copyExample')),
  };
}

const phraseOfStep: Record<keyof Awaited<ReturnType<typeof compareExample>>, Phrase> = {
  background_removal: 'setBackground',
  product_enhancement: 'sharpen',
  color_lighting_fix: 'adjustLight',
  apply_template: 'copyLayout',
  text_removal: 'removeText',
  shadow_apply: 'addShadow',
};

async function analysisOf(files: Pick<Files, 'before' | 'after'>, language: LanguageName) {
  const changes = await compareExample(files);
  const sentenceOf = (phrase: Phrase) => phraseIn(language, phrase);
  const names = Object.keys(phraseOfStep) as (keyof typeof phraseOfStep)[];
  const doneSteps = names.filter((name) => changes[name]).map((name) => sentenceOf(phraseOfStep[name]));
  return {
    actionPlan: doneSteps,
    visualAnalysis:
      doneSteps.length > 0 ? sentenceOf('stepsDone').replace('{{steps}}', () => doneSteps.join(' ')) : sentenceOf('nearlySame'),
    userIntent: sentenceOf('intent'),
    reasoning: sentenceOf('measured'),
    categoryAnalysis: Object.fromEntries(
      names.map((name) => [name, { detected: changes[name], details: sentenceOf(changes[name] ? phraseOfStep[name] : 'notDone') }]),
    ),
  };
}
