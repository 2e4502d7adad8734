import { describe, expect, test } from 'vitest';
import { defaultFocusAreas, focusAreasMax } from '#shared/pipeline/focus-areas.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { joinSetups, packSetup } from './draft.ts';
import { areasOf, changeSetup, exampleOf, isUntouched, lackingIn, orderOf, type Setup, type SetupChange, startSetup } from './setup.ts';
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

describe('areas', () => {
  test.each<[string, SetupChange[], string[], string[]]>([
    ['none are chosen at first', [], [], []],
    ['a ticked one is', [tick('product lighting')], ['product lighting'], []],
    ['and one unticked is not', [tick('product lighting'), tick('product lighting', false)], [], []],
    ['an own one is trimmed', [add('  no   price tag ')], [], ['no price tag']],
    ['and stands once, whatever its capitals', [add('no price tag'), add('No Price Tag')], [], ['no price tag']],
    ['spaces are none', [add('   '), add('')], [], []],
    ['one that is suggested is ticked instead', [add('Product LIGHTING')], ['product lighting'], []],
    ['the last check is on any run, and no area', [add('product accuracy')], [], []],
    ['one that is removed is gone', [add('a'), add('b'), { type: 'areaRemoved', area: 'a' }], [], ['b']],
    ['an analysis ticks what it suggests', [analyzed(['template', 'text removal'])], ['template', 'text removal'], []],
    ['and what it suggests need not be an own one too', [add('Template'), add('b'), analyzed(['template'])], ['template'], ['b']],
  ])('%s', (_, changes, aiSuggested, userProvided) => {
    expect(areasOf(made(...changes))).toEqual({ aiSuggested, userProvided });
  });

  test('before an analysis the default ones are offered', () => {
    expect(made().suggestions.map(({ area }) => area)).toEqual(defaultFocusAreas);
  });
});

describe('a start', () => {
  const many = Array.from({ length: focusAreasMax }, (_, n) => add(`area ${n}`));
  test.each<[string, SetupChange[], ReturnType<typeof lackingIn>]>([
    ['needs a before image first', [], 'BeforeImageRequired'],
    ['then an after image', [set('before')], 'AfterImageRequired'],
    ['then an input image', [set('before'), set('after')], 'InputImageRequired'],
    ['then an area', full, 'FocusAreaRequired'],
    [
      'an image that was removed is missing',
      [...full, tick('product lighting'), { type: 'pictureRemoved', slot: 'after' }],
      'AfterImageRequired',
    ],
    ['takes an own area alone', [...full, add('a')], undefined],
    ['takes twenty areas', [...full, ...many], undefined],
    ['and no more', [...full, ...many, tick('product lighting')], 'TooManyFocusAreas'],
  ])('%s', (_, changes, lacking) => {
    expect(lackingIn(made(...changes))).toBe(lacking);
  });

  test('orders the uploads with the areas in two lists, a trimmed kind of product, and the language', () => {
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

  test('that stands takes another key for the next order; one that was refused too; one without an answer keeps its own', () => {
    const ordered = made(...full, { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });
    expect(ordered).toMatchObject({ runId: 'run-2', orderedRunId: 'run-1' });
    const refused = made(...full, { type: 'refused', nextRunId: 'run-2' });
    expect(refused.runId).toBe('run-2');
    expect(refused).not.toHaveProperty('orderedRunId');
    expect(made(...full, add('a')).runId).toBe('run-1');
  });
});

describe('a new start', () => {
  const ordered = made(...full, add('a'), analyzed(['template']), { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });

  test('leaves nothing', () => {
    expect(changeSetup(ordered, { type: 'startedNew', runId: 'run-3', keepsExample: false })).toEqual(startSetup('run-3'));
  });

  test('with the same example leaves all but the input', () => {
    const next = changeSetup(ordered, { type: 'startedNew', runId: 'run-3', keepsExample: true });
    expect(Object.keys(next.pictures)).toEqual(['before', 'after']);
    expect(areasOf(next)).toEqual({ aiSuggested: ['template'], userProvided: ['a'] });
    expect(next).not.toHaveProperty('orderedRunId');
    expect(next.analysis?.of).toBe(exampleOf(next));
  });
});

test('an example is its two pictures', () => {
  expect(exampleOf(made(set('before')))).toBeUndefined();
  expect(exampleOf(made(...full))).toBe('before after');
  expect(exampleOf(made(...full, set('after', 'other')))).toBe('before other');
});

describe('what is kept', () => {
  test('names each picture as the cards of every draft do, without its files', () => {
    const stored = packSetup(
      changeSetup(made(), { type: 'pictureSet', slot: 'input', picture: { ...picture('x'), file: new Blob(['a']) } }),
    );
    expect(stored.cards).toEqual([{ slot: 'input', photo: { id: 'x', title: 'x.jpg', width: 100, height: 100, fileSize: 10 } }]);
    expect(stored).not.toHaveProperty('pictures');
  });

  const mine = made(set('before', 'mine'));
  const fresh = made(set('before', 'fresh'), { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });
  test.each<[string, Setup | undefined, Setup | undefined, string | undefined]>([
    ['nothing and nothing', undefined, undefined, undefined],
    ['an account’s own', undefined, mine, 'mine'],
    ['an account’s own before a form that was only looked at', made(tick('product lighting')), mine, 'mine'],
    ['a visitor’s, which was touched last', fresh, mine, 'fresh'],
    ['a visitor’s alone', fresh, undefined, 'fresh'],
  ])('%s', (_, visitor, own, id) => {
    const joined = joinSetups(visitor, own);
    expect(joined?.pictures.before?.id).toBe(id);
    expect(joined?.orderedRunId).toBeUndefined();
  });

  test.each<[string, SetupChange[], boolean]>([
    ['a form only looked at', [tick('product lighting')], true],
    ['a picture', [set('input')], false],
    ['an area', [add('a')], false],
    ['a kind of product', [{ type: 'productTypeChanged', productType: 'bag' }], false],
  ])('%s is worth keeping or not', (_, changes, untouched) => {
    expect(isUntouched(made(...changes))).toBe(untouched);
  });
});
