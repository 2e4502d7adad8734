import { describe, expect, test } from 'vitest';
import { imageModels } from '../catalogue.ts';
import { createBatchRequest } from './api.ts';

const item = (changes: object = {}) => ({
  itemId: 'card-1',
  uploadKey: 'uploads/u/temp-images/x.jpg',
  title: 'Shoe',
  prompt: 'The shoe takes a step',
  aspectRatio: '9:16',
  duration: 8,
  resolution: '1080p',
  generateAudio: false,
  model: 'veo3',
  ...changes,
});
const batch = (items: object[]) => ({ batchId: '3f0c7b54-9d3f-4c5e-8f0e-1d2a3b4c5d6e', kind: 'video', items });
const codeOf = (request: object) => createBatchRequest.safeParse(request).error?.issues[0]?.message;

describe('a video batch request', () => {
  test('a video batch request with valid items is accepted, and its prompts are trimmed', () => {
    const parsed = createBatchRequest.parse(
      batch([
        item({ prompt: '  step  ' }),
        item({ itemId: 'card-2', model: 'veo3-fast', aspectRatio: '16:9' }),
        item({ itemId: 'card-3', aspectRatio: '4:5' }),
      ]),
    );
    expect(parsed.items).toMatchObject([{ prompt: 'step' }, { prompt: 'The shoe takes a step' }, { prompt: 'The shoe takes a step' }]);
  });

  test.each([
    ['no item', [], 'EmptyBatch'],
    ['101 items', Array.from({ length: 101 }, (_, n) => item({ itemId: `i${n}` })), 'BatchTooLarge'],
    ['the same item twice', [item(), item()], 'DuplicateItem'],
    ['a blank prompt', [item({ prompt: ' \n\t' })], 'PromptRequired'],
    ['a prompt of 2,001 characters', [item({ prompt: '字'.repeat(2001) })], 'PromptTooLong'],
    ['an unknown model', [item({ model: 'veo9' })], 'UnknownModel'],
    ['an unknown resolution', [item({ resolution: '4k' })], 'ResolutionUnsupported'],
    ['a square ratio, which the model does not support', [item({ model: 'veo3-fast', aspectRatio: '1:1' })], 'RatioUnsupported'],
    ['a ratio that is not reduced', [item({ aspectRatio: '8:10' })], 'RatioUnsupported'],
    ['a ratio that is too wide', [item({ aspectRatio: '4:1' })], 'RatioUnsupported'],
    ['text that is not a ratio', [item({ aspectRatio: 'auto' })], 'RatioUnsupported'],
    ['a number as a ratio', [item({ aspectRatio: 1 })], 'RatioUnsupported'],
    ['a duration of five seconds', [item({ duration: 5 })], 'DurationUnsupported'],
  ])('a video batch request with %s is refused with the error code of this problem', (_, items, code) => {
    expect(codeOf(batch(items))).toBe(code);
  });

  test.each([
    ['an id that is not a UUID', { ...batch([item()]), batchId: 'mine' }],
    ['video items but the kind image', { ...batch([item()]), kind: 'image' }],
    ['an unknown kind', { ...batch([item()]), kind: 'song' }],
    ['an item id with a space', batch([item({ itemId: 'a b' })])],
    ['an item id of 33 characters', batch([item({ itemId: 'x'.repeat(33) })])],
    ['audio as text', batch([item({ generateAudio: 'off' })])],
  ])('a video batch request with %s is refused', (_, request) => {
    expect(createBatchRequest.safeParse(request).success).toBe(false);
  });

  test('a video batch request with 100 items of 2,000 Chinese characters is accepted', () => {
    const items = Array.from({ length: 100 }, (_, n) => item({ itemId: `i${n}`, prompt: '字'.repeat(2000) }));
    expect(createBatchRequest.parse(batch(items)).items).toHaveLength(100);
  });

  test('a prompt can have 2,000 emoji, because an emoji counts as one character', () => {
    expect(codeOf(batch([item({ prompt: '👟'.repeat(2000) })]))).toBeUndefined();
  });
});

describe('an image batch request', () => {
  const image = (changes: object = {}) => ({
    itemId: 'card-1',
    uploadKey: 'uploads/u/temp-images/x.jpg',
    title: 'Shoe',
    prompt: '',
    aspectRatio: '1:1',
    model: 'gemini-2.5-flash-image',
    outputFormat: 'jpeg',
    numImages: 1,
    ...changes,
  });
  const images = (items: object[]) => ({ ...batch(items), kind: 'image' });

  test.each(imageModels.flatMap(({ id, aspectRatios }) => aspectRatios.map((ratio) => [id, ratio] as const)))(
    'an image item for the model %s is accepted with the ratio %s',
    (model, aspectRatio) => expect(createBatchRequest.safeParse(images([image({ model, aspectRatio })])).success).toBe(true),
  );

  test('an image item without a prompt is accepted', () => {
    expect(createBatchRequest.parse(images([image({ prompt: ' \n' })])).items).toMatchObject([{ prompt: '' }]);
  });

  test.each([
    ['a ratio that only the other model supports', [image({ model: 'GPT-Image-1', aspectRatio: '16:9' })], 'RatioUnsupported'],
    ['a custom ratio', [image({ aspectRatio: '7:9' })], 'RatioUnsupported'],
    ['a video model', [image({ model: 'veo3' })], 'UnknownModel'],
    ['a prompt of 2,001 characters', [image({ prompt: '字'.repeat(2001) })], 'PromptTooLong'],
    ['the same item twice', [image(), image()], 'DuplicateItem'],
    ['no item', [], 'EmptyBatch'],
  ])('an image batch request with %s is refused with the error code of this problem', (_, items, code) =>
    expect(codeOf(images(items))).toBe(code),
  );

  test.each([{ outputFormat: 'png' }, { numImages: 2 }, { title: undefined }])('an image item with %j is refused', (changes) =>
    expect(createBatchRequest.safeParse(images([image(changes)])).success).toBe(false),
  );
});

describe('a batch of photo edits', () => {
  const photoOf = (changes: object = {}) => ({
    itemId: 'photo-1',
    uploadKey: 'uploads/u/temp-images/a.jpg',
    title: 'Shoe.jpg',
    ...changes,
  });
  const edits = (changes: object = {}, items: object[] = [photoOf()]) => ({
    batchId: '3f0c7b54-9d3f-4c5e-8f0e-1d2a3b4c5d6e',
    kind: 'edit',
    settings: {},
    items,
    ...changes,
  });
  const guidedSettings = { apiMode: 'image-editing', backgroundMode: 'image-guided' };

  test.each<[string, object, string]>([
    ['no photo', edits({}, []), 'EmptyBatch'],
    [
      '51 photos',
      edits(
        {},
        Array.from({ length: 51 }, (_, n) => photoOf({ itemId: `i${n}` })),
      ),
      'EditBatchTooLarge',
    ],
    ['the same photo twice', edits({}, [photoOf(), photoOf()]), 'DuplicateItem'],
    ['a guided background without a guiding picture', edits({ settings: guidedSettings }), 'GuidanceRequired'],
    [
      'a generated background without a description',
      edits({ settings: { apiMode: 'image-editing', backgroundMode: 'ai-generated' } }),
      'A generated background needs a description',
    ],
  ])('a batch of photo edits with %s is refused with the error code of this problem', (_, request, code) =>
    expect(codeOf(request)).toBe(code),
  );

  test.each<[string, object]>([
    ['no settings', edits({ settings: undefined })],
    ['an unknown setting', edits({ settings: { addGlitter: true } })],
    ['an unknown mode', edits({ settings: { apiMode: 'draw' } })],
    ['a colour by name', edits({ settings: { backgroundColor: 'white' } })],
    ['an empty guidance key', edits({ settings: guidedSettings, guidanceKey: '' })],
    ['a guidance key of 301 characters', edits({ settings: guidedSettings, guidanceKey: 'x'.repeat(301) })],
    ['a title of 256 characters', edits({}, [photoOf({ title: 'x'.repeat(256) })])],
    ['an item id with a slash', edits({}, [photoOf({ itemId: 'a/b' })])],
    ['an id that is not a UUID', edits({ batchId: 'mine' })],
  ])('a batch of photo edits with %s is refused', (_, request) => expect(createBatchRequest.safeParse(request).success).toBe(false));

  test('a batch of 50 photo edits is accepted, and missing settings get the same default values as in a single edit', () => {
    const parsed = createBatchRequest.parse(
      edits(
        {},
        Array.from({ length: 50 }, (_, n) => photoOf({ itemId: `i${n}`, prompt: 'x', cost: 0 })),
      ),
    );
    expect(parsed).toMatchObject({ kind: 'edit', settings: { apiMode: 'remove-background', exportFormat: 'png', outputSize: 'auto' } });
    expect(parsed.items[0]).toEqual(photoOf({ itemId: 'i0' }));
  });
});
