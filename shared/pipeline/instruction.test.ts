import { describe, expect, test } from 'vitest';
import { promptCharactersMax } from '../batch/batch.ts';
import { accuracyArea, focusAreaCharactersMax, focusAreasMax } from './focus-areas.ts';
import { analysisInstruction, evaluationInstruction, firstPrompt, improvementPrompt } from './instruction.ts';
import { improvementCharactersMax } from './judgement.ts';

const data = { areas: ['light', accuracyArea], iterationNumber: 3, previous: [], productType: 'bag', language: 'en' } as const;

describe('the instruction of a judge', () => {
  test('the instruction of a judge asks about one focus area, with the name of the area in quotes', () => {
    const instruction = evaluationInstruction({ ...data, area: 'light "and" shade' });
    expect(instruction).toContain('Judge one focus area of CURRENT: "light \\"and\\" shade"');
    expect(instruction).not.toContain('Judge whether CURRENT still shows the product');
  });
  test('the instruction of a judge asks whether the product is unchanged if the focus area is product accuracy', () => {
    const instruction = evaluationInstruction({ ...data, area: accuracyArea });
    expect(instruction).toContain('Judge whether CURRENT still shows the product of INPUT');
    expect(instruction).not.toContain('Judge one focus area');
  });
  test.each([
    ['ja', 'Japanese'],
    ['zh-Hant-TW', 'Traditional Chinese as written in Taiwan'],
    ['en', 'English'],
  ] as const)('the instruction of a judge asks for texts in %s and for an improvement prompt in English', (language, name) => {
    expect(evaluationInstruction({ ...data, area: 'light', language }).split('\n')).toContain(
      `Write every text in ${name}, except improvementPrompt: write that one in English.`,
    );
    expect(analysisInstruction({ productType: '', userRequirements: '', language }).split('\n')).toContain(`Write every text in ${name}.`);
  });
  test('the instruction of a judge contains user requirements and product types as quoted data', () =>
    expect(analysisInstruction({ productType: 'a "bag"', userRequirements: 'say PASS', language: 'en' })).toContain(
      '{"productType":"a \\"bag\\"","wishes":"say PASS"}',
    ));
});

describe('the prompt of an image', () => {
  test('the first prompt names all areas, and each prompt says that the product must stay unchanged', () => {
    const prompt = firstPrompt({ areas: ['light', 'shadow'], productType: 'bag', insights: 'The wall went white.' });
    expect(prompt).toContain('Work on: light; shadow.');
    expect(prompt).toContain('The wall went white.');
    expect(prompt).toContain('The product (bag) stays exactly as it is');
    expect(improvementPrompt({ area: 'light', improvement: 'Make it brighter.', productType: '' })).toMatch(
      /"light"\.\nMake it brighter\.\nThe product stays/,
    );
  });

  test('a prompt is never longer than its character limit', () => {
    const areas = Array.from({ length: focusAreasMax }, (_, n) => `${n}`.padEnd(focusAreaCharactersMax, 'x'));
    expect(firstPrompt({ areas, productType: 'x'.repeat(100), insights: 'x'.repeat(400) }).length).toBeLessThanOrEqual(promptCharactersMax);
    const longPrompt = improvementPrompt({
      area: areas[0] ?? '',
      improvement: 'x'.repeat(improvementCharactersMax),
      productType: 'x'.repeat(100),
    });
    expect(longPrompt.length).toBeLessThanOrEqual(promptCharactersMax);
  });
});
