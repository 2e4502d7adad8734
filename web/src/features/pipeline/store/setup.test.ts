import { describe, expect, test } from 'vitest';
import { defaultFocusAreas, focusAreasMax } from '#shared/pipeline/focus-areas.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import type { Slot } from './check-picture.ts';
import { areasOf, changeSetup, exampleOf, isUntouched, orderOf, type Setup, type SetupChange, setupError, startSetup } from './setup.ts';

const picture = (id: string): Photo => ({ id, title: `${id}.jpg`, src: `blob:${id}`, width: 100, height: 100, fileSize: 10 });
const set = (slot: Slot, id: string = slot): SetupChange => ({ type: 'pictureSet', slot, picture: picture(id) });
const type = (text: string): SetupChange => ({ type: 'areaTyped', text });
const add = (text: string): SetupChange[] => [type(text), { type: 'areaAdded' }];
const tick = (area: string, isTicked = true): SetupChange => ({ type: 'ticked', area, isTicked });
const setupWith = (...changes: (SetupChange | SetupChange[])[]): Setup => changes.flat().reduce(changeSetup, startSetup('run-1'));
const allPictures = [set('before'), set('after'), set('input')];

const notDetected = { detected: false, details: '' };
const analysisOf = (suggestedAreas: string[]): SetupChange => ({
  type: 'analyzed',
  example: 'before after',
  response: {
    suggestedAreas,
    analysis: {
      actionPlan: ['Light it.'],
      visualAnalysis: 'It was lit.',
      userIntent: '',
      reasoning: '',
      categoryAnalysis: {
        background_removal: notDetected,
        product_enhancement: notDetected,
        color_lighting_fix: notDetected,
        apply_template: notDetected,
        text_removal: notDetected,
        shadow_apply: notDetected,
      },
    },
  },
});

describe('the chosen areas', () => {
  test.each<[string, (SetupChange | SetupChange[])[], string[], string[]]>([
    ['are empty at first', [], [], []],
    ['contain a selected area', [tick('product lighting')], ['product lighting'], []],
    ['do not contain an area that was selected and then deselected', [tick('product lighting'), tick('product lighting', false)], [], []],
    ['contain a trimmed custom area', [add('  no   price tag ')], [], ['no price tag']],
    ['contain a custom area once, regardless of case', [add('no price tag'), add('No Price Tag')], [], ['no price tag']],
    ['contain a typed area that was not added', [add('a'), type(' b ')], [], ['a', 'b']],
    ['contain a typed area once if it was also added', [add('a'), type('A')], [], ['a']],
    ['do not contain empty texts', [add('   '), add('')], [], []],
    ['contain a suggested area instead of the same custom area', [add('Product LIGHTING')], ['product lighting'], []],
    ['do not contain product accuracy, which every run checks', [add('product accuracy')], [], []],
    ['do not contain a removed area', [add('a'), add('b'), { type: 'areaRemoved', area: 'a' }], [], ['b']],
    ['are the suggested areas after an analysis', [analysisOf(['template', 'text removal'])], ['template', 'text removal'], []],
    ['do not contain a suggested area twice', [add('Template'), add('b'), analysisOf(['template'])], ['template'], ['b']],
  ])('the chosen areas %s', (_, changes, aiSuggested, userProvided) => {
    expect(areasOf(setupWith(...changes))).toEqual({ aiSuggested, userProvided });
  });

  test('before an analysis, the suggestions are the default areas', () => {
    expect(setupWith().suggestions.map(({ area }) => area)).toEqual(defaultFocusAreas);
  });
});

describe('a start', () => {
  const many = Array.from({ length: focusAreasMax }, (_, n) => add(`area ${n}`));
  test.each<[string, (SetupChange | SetupChange[])[], ReturnType<typeof setupError>]>([
    ['requires a before image', [], 'BeforeImageRequired'],
    ['requires an after image if there is a before image', [set('before')], 'AfterImageRequired'],
    ['requires an input image if there is an example', [set('before'), set('after')], 'InputImageRequired'],
    ['requires an area if all pictures are chosen', allPictures, 'FocusAreaRequired'],
    [
      'requires an image again after the image was removed',
      [...allPictures, tick('product lighting'), { type: 'pictureRemoved', slot: 'after' }],
      'AfterImageRequired',
    ],
    ['accepts one custom area', [...allPictures, add('a')], undefined],
    ['accepts twenty areas', [...allPictures, ...many], undefined],
    ['refuses more than twenty areas', [...allPictures, ...many, tick('product lighting')], 'TooManyFocusAreas'],
  ])('a start %s', (_, changes, missing) => {
    expect(setupError(setupWith(...changes))).toBe(missing);
  });

  test('a start orders the uploads with two lists of areas, a trimmed product type and the language', () => {
    const setup = setupWith(...allPictures, tick('product lighting'), add('a'), { type: 'productTypeChanged', productType: ' bag ' });
    expect(orderOf(setup, { before: 'k1', after: 'k2', input: 'k3' }, 'de')).toEqual({
      runId: 'run-1',
      beforeImageUrl: 'k1',
      afterImageUrl: 'k2',
      inputImageUrl: 'k3',
      aiSuggested: ['product lighting'],
      userProvided: ['a'],
      inputTitle: 'input.jpg',
      productType: 'bag',
      language: 'de',
    });
  });

  test('the next order has another id if the order was accepted or refused, and the same id if there was no response', () => {
    const ordered = setupWith(...allPictures, { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });
    expect(ordered).toMatchObject({ runId: 'run-2', orderedRunId: 'run-1' });
    const refused = setupWith(...allPictures, { type: 'refused', nextRunId: 'run-2' });
    expect(refused.runId).toBe('run-2');
    expect(refused).not.toHaveProperty('orderedRunId');
    expect(setupWith(...allPictures, add('a')).runId).toBe('run-1');
  });
});

describe('Start New', () => {
  const ordered = setupWith(...allPictures, add('a'), analysisOf(['template']), { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });

  test('Start New removes everything', () => {
    expect(changeSetup(ordered, { type: 'startedNew', runId: 'run-3', keeps: 'nothing' })).toEqual(startSetup('run-3'));
  });

  test('Start New removes only the input if the seller uses the same example again', () => {
    const next = changeSetup(ordered, { type: 'startedNew', runId: 'run-3', keeps: 'example' });
    expect(Object.keys(next.pictures)).toEqual(['before', 'after']);
    expect(areasOf(next)).toEqual({ aiSuggested: ['template'], userProvided: ['a'] });
    expect(next).not.toHaveProperty('orderedRunId');
    expect(next.analysis?.example).toBe(exampleOf(next));
  });
});

describe('another attempt for an unsolved area', () => {
  const ordered = setupWith(...allPictures, add('a'), add('b'), analysisOf(['template']), {
    type: 'ordered',
    runId: 'run-1',
    nextRunId: 'run-2',
  });
  const next = changeSetup(ordered, { type: 'startedNew', runId: 'run-3', keeps: 'pictures' });

  test('another attempt keeps the three pictures and all areas', () => {
    expect(Object.keys(next.pictures)).toEqual(['before', 'after', 'input']);
    expect(areasOf(next)).toEqual({ aiSuggested: ['template'], userProvided: ['a', 'b'] });
    expect(next.runId).toBe('run-3');
  });

  test('the words of the area are in the field, so that the seller can change them', () => {
    const reopened = changeSetup(next, { type: 'areaReopened', area: 'b', text: 'b', continuesResult: false });
    expect(reopened).toMatchObject({ custom: ['a'], typedArea: 'b' });
    expect(areasOf(reopened)).toEqual({ aiSuggested: ['template'], userProvided: ['a', 'b'] });
  });

  test('only the area is ordered if the run continues with the result', () => {
    const reopened = changeSetup(next, { type: 'areaReopened', area: 'b', text: 'c', continuesResult: true });
    expect(areasOf(reopened)).toEqual({ aiSuggested: [], userProvided: ['c'] });
  });

  test('a suggested area is no longer selected, because the text in the field replaces it', () => {
    const reopened = changeSetup(next, {
      type: 'areaReopened',
      area: 'template',
      text: 'Same layout as the example',
      continuesResult: false,
    });
    expect(areasOf(reopened)).toEqual({ aiSuggested: [], userProvided: ['a', 'b', 'Same layout as the example'] });
  });
});

test('an example is identified by the ids of its two pictures', () => {
  expect(exampleOf(setupWith(set('before')))).toBeUndefined();
  expect(exampleOf(setupWith(...allPictures))).toBe('before after');
  expect(exampleOf(setupWith(...allPictures, set('after', 'other')))).toBe('before other');
});

describe('a setup', () => {
  test.each<[string, (SetupChange | SetupChange[])[], boolean]>([
    ['is unchanged if only a default area is selected', [tick('product lighting')], true],
    ['is changed if it has a picture', [set('input')], false],
    ['is changed if it has a custom area', [add('a')], false],
    ['is changed if an area is typed', [type('a')], false],
    ['is changed if it has a product type', [{ type: 'productTypeChanged', productType: 'bag' }], false],
  ])('a setup %s', (_, changes, expected) => {
    expect(isUntouched(setupWith(...changes))).toBe(expected);
  });
});

describe('an analysis', () => {
  const finding = { detected: true, details: 'A white ground.' };
  const areas = (setup: Setup) => setup.suggestions.map(({ area, isTicked }) => `${area} ${isTicked}`);

  test('an analysis puts its suggestions before the other known areas', () => {
    expect(areas(setupWith(analysisOf(['template'])))).toEqual([
      'template true',
      'background removal false',
      'product enhancement false',
      'product lighting false',
      'text removal false',
      'product shadow false',
    ]);
  });

  test('an analysis keeps an area that the seller has selected, but not a suggestion of an earlier analysis', () => {
    const setup = setupWith(tick('product lighting'), analysisOf(['template']), analysisOf(['text removal']));
    expect(areasOf(setup).aiSuggested).toEqual(['text removal', 'product lighting']);
  });

  test('an analysis selects a custom area if it suggests an area with the same name', () => {
    const setup = setupWith(add('Text removal'), analysisOf(['template']));
    expect(areasOf(setup)).toEqual({ aiSuggested: ['template', 'text removal'], userProvided: [] });
  });

  test('an analysis adds its findings only to detected areas', () => {
    const change = analysisOf(['background removal', 'template']);
    if (change.type === 'analyzed') change.response.analysis.categoryAnalysis.background_removal = finding;
    const [background, template] = setupWith(change).suggestions;
    expect(background).toMatchObject({ isSuggested: true, details: 'A white ground.' });
    expect(template).not.toHaveProperty('details');
  });
});
