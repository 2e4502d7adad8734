import { expect, test } from 'vitest';
import { createBatchRequest, type VideoBatchItem, type VideoBatchResponse } from '#shared/batch/api.ts';
import { countersOf, promptCharactersMax } from '#shared/batch/batch.ts';
import { fingerprint } from '#web/features/batch/cards/cards.ts';
import { videoItem } from '#web/features/batch/cards/items.test-support.ts';
import {
  countRedoing,
  findMissingInputs,
  itemsByCard,
  lacksCredits,
  preselectedScope,
  progressOf,
  recreateChoices,
} from '#web/features/batch/cards/run.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type Card, defaultSettings, videoCards } from './cards.ts';
import { videoOrderRules } from './run.ts';

const { isEligible, buildOrder, quote } = videoOrderRules;
const batchId = crypto.randomUUID();

const photo: Photo = { id: 'p', title: 'bag.jpg', src: 'blob:p', width: 800, height: 1000, fileSize: 1 };
const card = (change: Partial<Card> = {}): Card => ({ ...defaultSettings, id: 'a', model: 'veo3', prompt: 'turn', photo, ...change });
const { photo: _, ...withoutPhoto } = card();

const batch = (
  batchId: string,
  createdAt: string,
  items: VideoBatchItem[],
  status: VideoBatchResponse['status'] = 'completed',
): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status,
  createdAt,
  counters: countersOf(items),
  items,
});

test.each([
  ['photo and prompt', card(), true],
  ['no photo', withoutPhoto, false],
  ['no prompt', card({ prompt: '' }), false],
  ['a prompt of spaces', card({ prompt: ' \n ' }), false],
  ['the longest prompt, counted in visible characters', card({ prompt: '🧥'.repeat(promptCharactersMax) }), true],
  ['a prompt one character too long', card({ prompt: 'x'.repeat(promptCharactersMax + 1) }), false],
])('a card can be ordered only with a photo and a valid prompt: %s', (_name, testedCard, eligible) => {
  expect(isEligible(testedCard)).toBe(eligible);
});

test.each([
  ['veo3', false, 200],
  ['veo3', true, 360],
  ['veo3-fast', false, 120],
  ['veo3-fast', true, 160],
] as const)('%s with audio %s costs %i cents', (model, generateAudio, cents) => {
  expect(quote([card({ model, generateAudio })])).toBe(cents);
});

test('the quote is the sum of the prices of its cards', () => {
  expect(quote([])).toBe(0);
  expect(quote([card(), card({ generateAudio: true }), card({ model: 'veo3-fast' })])).toBe(680);
});

test.each([
  ['video', 600, 600, false],
  ['video', 599, 600, true],
  ['video', 99, 0, true],
  ['video', 100, 0, false],
  ['image', 20, 20, false],
  ['image', 19, 20, true],
  ['image', 0, 0, false],
] as const)('for a %s with %i cents available and %i needed, lacksCredits returns %s', (kind, available, need, lacks) => {
  expect(lacksCredits(kind, available, need)).toBe(lacks);
});

test('the missing inputs of skipped cards are counted, with the id of the first card for each input', () => {
  const cards = [
    card({ id: 'ready' }),
    card({ id: 'without prompt', prompt: ' ' }),
    card({ id: 'too long', prompt: 'x'.repeat(promptCharactersMax + 1) }),
    card({ id: 'without prompt too', prompt: '' }),
    { ...withoutPhoto, id: 'without photo' },
    { ...withoutPhoto, id: 'blank', prompt: '' },
  ];
  expect(findMissingInputs(cards, true)).toEqual([
    { reason: 'prompt', count: 2, cardId: 'without prompt' },
    { reason: 'shorter', count: 1, cardId: 'too long' },
    { reason: 'photo', count: 1, cardId: 'without photo' },
  ]);
  expect(findMissingInputs([card()], true)).toEqual([]);
});

test("the order passes the server's schema", () => {
  const itemId = crypto.randomUUID().replaceAll('-', '');
  const request = buildOrder(batchId, [card({ id: itemId, prompt: '  turn  ' })], new Map([[itemId, 'uploads/key']]));
  expect(request.items).toEqual([
    {
      itemId,
      uploadKey: 'uploads/key',
      title: 'bag.jpg',
      prompt: 'turn',
      aspectRatio: '9:16',
      duration: 8,
      resolution: '1080p',
      generateAudio: false,
      model: 'veo3',
    },
  ]);
  expect(createBatchRequest.safeParse(request).success).toBe(true);
});

test('a card whose photo has no upload is not sent', () => {
  expect(buildOrder(batchId, [card()], new Map()).items).toEqual([]);
});

test('a card shows its item of the newest batch, even if the batches arrive in another order', () => {
  const oldBatch = batch('old', '2026-01-01T00:00:00.000Z', [videoItem('a', 'completed'), videoItem('b', 'failed')]);
  const newBatch = batch('new', '2026-01-01T00:05:00.000Z', [videoItem('b', 'generating')], 'running');
  for (const batches of [
    [oldBatch, newBatch],
    [newBatch, oldBatch],
  ]) {
    const items = itemsByCard(batches);
    expect(items.get('a')).toMatchObject({ batchId: 'old', status: 'completed' });
    expect(items.get('b')).toMatchObject({ batchId: 'new', status: 'generating' });
  }
});

test('progress counts the newest item of each card, also while some cards are made again', () => {
  const older = batch('old', '2026-01-01T00:00:00.000Z', [
    videoItem('a', 'completed'),
    videoItem('b', 'completed'),
    videoItem('c', 'failed'),
  ]);
  const newer = batch('new', '2026-01-01T00:05:00.000Z', [videoItem('b', 'generating')], 'running');
  const shownCards = [card({ id: 'a' }), card({ id: 'b' }), card({ id: 'c' }), card({ id: 'without a result' })];
  const items = itemsByCard([older, newer]);
  expect(progressOf(shownCards, items)).toMatchObject({ total: 3, processing: 1, queued: 0, completed: 1, failed: 1 });
  expect(progressOf(shownCards, itemsByCard([older]))).toMatchObject({ total: 3, completed: 2 });
  expect(progressOf([], items)).toMatchObject({ total: 0 });
});

test('a card counts as made again only while a new item runs and an earlier result exists', () => {
  const shownCards = [card({ id: 'a' }), card({ id: 'b' }), card({ id: 'c' }), card({ id: 'd' })];
  const items = new Map([
    ['a', videoItem('a', 'generating')],
    ['b', videoItem('b', 'queued')],
    ['c', videoItem('c', 'completed')],
  ]);
  const results = new Map([
    ['a', videoItem('a', 'completed')],
    ['c', videoItem('c', 'completed')],
    ['d', videoItem('d', 'completed')],
  ]);
  expect(countRedoing(shownCards, items, results)).toBe(1);
});

test('recreate offers failed cards, changed or new cards, or all cards, and preselects the cheapest choice that is not empty', () => {
  const cards = [
    card({ id: 'done' }),
    card({ id: 'failed' }),
    card({ id: 'edited' }),
    card({ id: 'new' }),
    { ...withoutPhoto, id: 'blank' },
  ];
  const fingerprints = {
    done: fingerprint(card({ id: 'done' })),
    failed: fingerprint(card({ id: 'failed' })),
    edited: fingerprint(card({ id: 'edited', prompt: 'before' })),
  };
  const items = itemsByCard([
    batch('b', '2026-01-01T00:00:00.000Z', [
      videoItem('done', 'completed'),
      videoItem('failed', 'failed'),
      videoItem('edited', 'completed'),
    ]),
  ]);
  const choices = recreateChoices(cards.filter(isEligible), items, fingerprints);
  expect(choices.failed.map(({ id }) => id)).toEqual(['failed']);
  expect(choices.changed.map(({ id }) => id)).toEqual(['edited', 'new']);
  expect(choices.all.map(({ id }) => id)).toEqual(['done', 'failed', 'edited', 'new']);
  expect(preselectedScope(choices)).toBe('failed');
  expect(preselectedScope({ ...choices, failed: [] })).toBe('changed');
  expect(preselectedScope({ ...choices, failed: [], changed: [] })).toBe('all');
});

test('the fingerprint of a card does not depend on its id or on spaces around the prompt', () => {
  expect(fingerprint(card({ id: 'x', prompt: ' turn ' }))).toBe(fingerprint(card()));
  expect(fingerprint(card({ generateAudio: true }))).not.toBe(fingerprint(card()));
});

test('recreate does not count a card with a late video as failed', () => {
  const lateItem = { ...videoItem('late', 'failed'), videoUrl: '/late.mp4' };
  const cards = [card({ id: 'late' }), card({ id: 'failed' }), card({ id: 'cancelled' })];
  const items = itemsByCard([
    batch('b', '2026-01-01T00:00:00.000Z', [lateItem, videoItem('failed', 'failed'), videoItem('cancelled', 'cancelled')]),
  ]);
  expect(recreateChoices(cards.filter(isEligible), items, {}).failed.map(({ id }) => id)).toEqual(['failed', 'cancelled']);
});

test('all items of an accepted order are shown as queued', () => {
  const cards = videoCards.startState(['a', 'b', 'c'], 'next').cards.slice(0, 2);
  const quote = { items: [{ itemId: 'a', cost: 2 }], total: 2 };
  const batch = videoOrderRules.buildAcceptedBatch({ batchId: 'next', status: 'running', quote }, cards, '2026-01-01T00:00:00.000Z');
  expect(batch.counters).toMatchObject({ total: 2, queued: 2, completed: 0 });
  expect(batch.items.map(({ itemId, status, cost }) => [itemId, status, cost])).toEqual([
    ['a', 'queued', 2],
    ['b', 'queued', 0],
  ]);
});
