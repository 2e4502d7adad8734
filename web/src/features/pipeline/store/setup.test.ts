import { describe, expect, test } from 'vitest';
import { defaultFocusAreas, focusAreasMax } from '#shared/pipeline/focus-areas.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { areasOf, changeSetup, exampleOf, isUntouched, missingIn, orderOf, type Setup, type SetupChange, startSetup } from './setup.ts';
import type { Slot } from './take-picture.ts';

const picture = (id: string): Photo => ({ id, title: `${id}.jpg`, src: `blob:${id}`, width: 100, height: 100, fileSize: 10 });
const set = (slot: Slot, id: string = slot): SetupChange => ({ type: 'pictureSet', slot, picture: picture(id) });
const add = (text: string): SetupChange => ({ type: 'areaAdded', text });
const tick = (area: string, isTicked = true): SetupChange => ({ type: 'ticked', area, isTicked });
const made = (...changes: SetupChange[]): Setup => changes.reduce(changeSetup, startSetup('run-1'));
const full = [set('before'), set('after'), set('input')];

const nothing = { detected: false, details: '' };
const analyzed = (suggestedAreas: string[]): SetupChange => ({
  type: 'analyzed',
  of: 'before after',
  answer: {
    suggestedAreas,
    analysis: {
      actionPlan: ['Light it.'],
      visualAnalysis: 'It was lit.',
      userIntent: '',
      reasoning: '',
      categoryAnalysis: {
        background_removal: nothing,
        product_enhancement: nothing,
        color_lighting_fix: nothing,
        apply_template: nothing,
        text_removal: nothing,
        shadow_apply: nothing,
      },
    },
  },
});

describe('the chosen areas', () => {
  test.each<[string, SetupChange[], string[], string[]]>([
    ['are empty at first', [], [], []],
    ['contain a ticked area', [tick('product lighting')], ['product lighting'], []],
    ['do not contain an area that was ticked and unticked', [tick('product lighting'), tick('product lighting', false)], [], []],
    ['contain a trimmed custom area', [add('  no   price tag ')], [], ['no price tag']],
    ['contain a custom area once, regardless of case', [add('no price tag'), add('No Price Tag')], [], ['no price tag']],
    ['do not contain empty texts', [add('   '), add('')], [], []],
    ['contain a suggested area instead of the same custom area', [add('Product LIGHTING')], ['product lighting'], []],
    ['do not contain product accuracy, which every run checks', [add('product accuracy')], [], []],
    ['do not contain a removed area', [add('a'), add('b'), { type: 'areaRemoved', area: 'a' }], [], ['b']],
    ['are the suggested areas after an analysis', [analyzed(['template', 'text removal'])], ['template', 'text removal'], []],
    ['do not contain a suggested area twice', [add('Template'), add('b'), analyzed(['template'])], ['template'], ['b']],
  ])('%s', (_, changes, aiSuggested, userProvided) => {
    expect(areasOf(made(...changes))).toEqual({ aiSuggested, userProvided });
  });

  test('start with the default suggestions', () => {
    expect(made().suggestions.map(({ area }) => area)).toEqual(defaultFocusAreas);
  });
});

describe('a start', () => {
  const many = Array.from({ length: focusAreasMax }, (_, n) => add(`area ${n}`));
  test.each<[string, SetupChange[], ReturnType<typeof missingIn>]>([
    ['requires a before image first', [], 'BeforeImageRequired'],
    ['then requires an after image', [set('before')], 'AfterImageRequired'],
    ['then requires an input image', [set('before'), set('after')], 'InputImageRequired'],
    ['then requires an area', full, 'FocusAreaRequired'],
    [
      'requires a removed image again',
      [...full, tick('product lighting'), { type: 'pictureRemoved', slot: 'after' }],
      'AfterImageRequired',
    ],
    ['accepts one custom area', [...full, add('a')], undefined],
    ['accepts twenty areas', [...full, ...many], undefined],
    ['refuses more than twenty areas', [...full, ...many, tick('product lighting')], 'TooManyFocusAreas'],
  ])('%s', (_, changes, lacking) => {
    expect(missingIn(made(...changes))).toBe(lacking);
  });

  test('orders the uploads with two lists of areas, a trimmed product type and the language', () => {
    const setup = made(...full, tick('product lighting'), add('a'), { type: 'productTypeChanged', productType: ' bag ' });
    expect(orderOf(setup, { before: 'k1', after: 'k2', input: 'k3' }, 'de')).toEqual({
      runId: 'run-1',
      beforeImageUrl: 'k1',
      afterImageUrl: 'k2',
      inputImageUrl: 'k3',
      aiSuggested: ['product lighting'],
      userProvided: ['a'],
      productType: 'bag',
      language: 'de',
    });
  });

  test('uses another id for the next order if it was accepted or refused, and the same id if there was no response', () => {
    const ordered = made(...full, { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });
    expect(ordered).toMatchObject({ runId: 'run-2', orderedRunId: 'run-1' });
    const refused = made(...full, { type: 'refused', nextRunId: 'run-2' });
    expect(refused.runId).toBe('run-2');
    expect(refused).not.toHaveProperty('orderedRunId');
    expect(made(...full, add('a')).runId).toBe('run-1');
  });
});

describe('Start New', () => {
  const ordered = made(...full, add('a'), analyzed(['template']), { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });

  test('removes everything', () => {
    expect(changeSetup(ordered, { type: 'startedNew', runId: 'run-3', keepsExample: false })).toEqual(startSetup('run-3'));
  });

  test('with the same example keeps everything except the input', () => {
    const next = changeSetup(ordered, { type: 'startedNew', runId: 'run-3', keepsExample: true });
    expect(Object.keys(next.pictures)).toEqual(['before', 'after']);
    expect(areasOf(next)).toEqual({ aiSuggested: ['template'], userProvided: ['a'] });
    expect(next).not.toHaveProperty('orderedRunId');
    expect(next.analysis?.of).toBe(exampleOf(next));
  });
});

test('the ids of its two pictures identify an example', () => {
  expect(exampleOf(made(set('before')))).toBeUndefined();
  expect(exampleOf(made(...full))).toBe('before after');
  expect(exampleOf(made(...full, set('after', 'other')))).toBe('before other');
});

describe('a setup', () => {
  test.each<[string, SetupChange[], boolean]>([
    ['is untouched if only a default area is ticked', [tick('product lighting')], true],
    ['is touched by a picture', [set('input')], false],
    ['is touched by a custom area', [add('a')], false],
    ['is touched by a product type', [{ type: 'productTypeChanged', productType: 'bag' }], false],
  ])('%s', (_, changes, untouched) => {
    expect(isUntouched(made(...changes))).toBe(untouched);
  });
});

describe('an analysis', () => {
  const found = { detected: true, details: 'A white ground.' };
  const areas = (setup: Setup) => setup.suggestions.map(({ area, isTicked }) => `${area} ${isTicked}`);

  test('puts its suggestions before the other known areas', () => {
    expect(areas(made(analyzed(['template'])))).toEqual([
      'template true',
      'background removal false',
      'product enhancement false',
      'product lighting false',
      'text removal false',
      'product shadow false',
    ]);
  });

  test('keeps an area that the seller has ticked, but not the suggestion of an earlier analysis', () => {
    const setup = made(tick('product lighting'), analyzed(['template']), analyzed(['text removal']));
    expect(areasOf(setup).aiSuggested).toEqual(['text removal', 'product lighting']);
  });

  test('ticks a custom area that has the name of a known area', () => {
    const setup = made(add('Text removal'), analyzed(['template']));
    expect(areasOf(setup)).toEqual({ aiSuggested: ['template', 'text removal'], userProvided: [] });
  });

  test('adds its findings only to detected areas', () => {
    const change = analyzed(['background removal', 'template']);
    if (change.type === 'analyzed') change.answer.analysis.categoryAnalysis.background_removal = found;
    const [background, template] = made(change).suggestions;
    expect(background).toMatchObject({ isSuggested: true, details: 'A white ground.' });
    expect(template).not.toHaveProperty('details');
  });
});
