/**
 * Creates responses for the judge's schemas. The stand-in measures the pictures; it uses only the area name and the language of the
 * instruction.
 */
import { compare, type Files, judgeAccuracy, judgeArea, measureFiles } from '../../demo/judge/judge.ts';
import { type LanguageName, languageOf, type Phrase, say } from '../../demo/judge/phrases.ts';
import type { TextRequest } from './text-request.ts';

/** Returns undefined if the stand-in does not know the schema name or a picture is missing. */
export async function judgedIn({ format, pictures, instruction }: TextRequest): Promise<string | undefined> {
  const named = (name: string) => pictures.find(({ label }) => label.startsWith(name))?.bytes;
  const [current, input, before, after] = ['CURRENT', 'INPUT', 'BEFORE', 'AFTER'].map(named);
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
  const improvement = isSame ? '' : say('English', 'restoreColours');
  const verdict = area
    ? judgeArea(area, facts)
    : { isSolved: isSame, assessment: analysis, nextSteps: issues, improvementPrompt: improvement };
  const { isSolved, assessment, nextSteps, improvementPrompt } = verdict;
  const inWords = (phrase: Phrase) => say(language, phrase);
  return {
    evaluation: {
      status: isSolved ? 'solved' : 'needs_work',
      assessment: inWords(assessment),
      nextSteps: nextSteps.map(inWords),
      improvementPrompt,
    },
    productAccuracy: {
      status: isSame ? 'PASS' : 'FAIL',
      confidence,
      analysis: inWords(analysis),
      issues: issues.map(inWords),
      recommendation: inWords(isSame ? 'keepProduct' : 'restoreColours'),
    },
    recommendation: inWords(isSolved ? 'goOn' : (nextSteps[0] ?? 'copyExample')),
  };
}

const steps: Record<keyof Awaited<ReturnType<typeof compare>>, Phrase> = {
  background_removal: 'setBackground',
  product_enhancement: 'sharpen',
  color_lighting_fix: 'adjustLight',
  apply_template: 'copyLayout',
  text_removal: 'removeText',
  shadow_apply: 'addShadow',
};

async function analysisOf(files: Pick<Files, 'before' | 'after'>, language: LanguageName) {
  const found = await compare(files);
  const inWords = (phrase: Phrase) => say(language, phrase);
  const names = Object.keys(steps) as (keyof typeof steps)[];
  const done = names.filter((name) => found[name]).map((name) => inWords(steps[name]));
  return {
    actionPlan: done,
    visualAnalysis: done.length > 0 ? inWords('stepsDone').replace('{{steps}}', () => done.join(' ')) : inWords('nearlySame'),
    userIntent: inWords('intent'),
    reasoning: inWords('measured'),
    categoryAnalysis: Object.fromEntries(
      names.map((name) => [name, { detected: found[name], details: inWords(found[name] ? steps[name] : 'notDone') }]),
    ),
  };
}
