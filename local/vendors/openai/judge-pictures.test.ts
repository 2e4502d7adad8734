/** Tests that the stand-in responds to the instructions of the product in the requested language. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { accuracyArea } from '#shared/pipeline/focus-areas.ts';
import { analysisInstruction, evaluationInstruction } from '#shared/pipeline/instruction.ts';
import { analysis, evaluation } from '#shared/pipeline/judgement.ts';
import { judgePictures } from './judge-pictures.ts';

const sample = (name: string): Buffer => readFileSync(new URL(`../../../web/public/samples/${name}.jpg`, import.meta.url));
const [before, after] = ['before', 'after'].map(sample) as [Buffer, Buffer];
const pictures = Object.entries({ CURRENT: before, INPUT: before, BEFORE: before, AFTER: after }).map(([label, bytes]) => ({
  label,
  bytes,
}));

const requestJson = async (name: 'analysis' | 'evaluation', instruction: string): Promise<unknown> => {
  const format = { name, schema: {} } as never;
  return JSON.parse((await judgePictures({ format, pictures, instruction, model: 'gpt-6-luna', outputTokensMax: undefined })) ?? 'null');
};
const evaluate = async (language: Language, area = 'background removal') => {
  const data = { area, areas: [area], iterationNumber: 1, previous: [], productType: 'bag', language };
  return evaluation.parse(await requestJson('evaluation', evaluationInstruction(data)));
};

test.each([
  ['en', 'The background is not even.', 'It is the product of the input photo.'],
  ['de', 'Der Hintergrund ist ungleichmäßig.', 'Es ist das Produkt des Ausgangsfotos.'],
  ['ja', '背景が均一ではありません。', '元の写真の商品です。'],
] as const)(
  'the judge writes an evaluation in %s, except the prompt for the image editor',
  async (language, assessment, productAnalysis) => {
    const response = await evaluate(language);
    expect(response.evaluation).toMatchObject({ status: 'needs_work', assessment });
    expect(response.evaluation.improvementPrompt).toMatch(/^Set the product on a plain \w+ background\.$/);
    expect(response.productAccuracy).toMatchObject({ status: 'PASS', analysis: productAnalysis });
  },
);

test('the judge writes the product check in the requested language', async () => {
  const response = await evaluate('de', accuracyArea);
  expect(response.evaluation).toMatchObject({
    status: 'solved',
    assessment: 'Es ist das Produkt des Ausgangsfotos.',
    improvementPrompt: '',
  });
});

test.each([
  ['en', 'Between the two pictures this was done: ', 'This was not done.'],
  ['de', 'Zwischen den beiden Bildern wurde verändert: ', 'Das wurde nicht gemacht.'],
  ['ja', '2枚の画像の間で行われたこと：', 'これは行われていません。'],
] as const)('the judge writes an analysis in %s', async (language, opening, notDone) => {
  const instruction = analysisInstruction({ productType: '', userRequirements: '', language });
  const { visualAnalysis, actionPlan, categoryAnalysis } = analysis.parse(await requestJson('analysis', instruction));
  expect(visualAnalysis).toBe(opening + actionPlan.join(' '));
  expect(categoryAnalysis.background_removal.detected).toBe(true);
  expect(categoryAnalysis.apply_template).toEqual({ detected: false, details: notDone });
});
