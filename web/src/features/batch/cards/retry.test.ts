import { expect, test } from 'vitest';
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { countersOf } from '#shared/batch/batch.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { type Card, defaultSettings } from '#web/features/video/cards.ts';
import { videoOrderRules } from '#web/features/video/run.ts';
import { fingerprint } from './cards.ts';
import { videoItem } from './items.test-support.ts';
import { batchToRetry, failedCards, parentOf } from './retry.ts';
import { itemsByCard } from './run.ts';

const photo: Photo = { id: 'p', title: 'bag.jpg', src: 'blob:p', width: 800, height: 1000, fileSize: 1 };
const card = (id: string, change: Partial<Card> = {}): Card => ({
  ...defaultSettings,
  id,
  model: 'veo3',
  prompt: 'turn',
  photo,
  ...change,
});

const batch = (batchId: string, minute: number, items: VideoBatchItem[]): VideoBatchResponse => ({
  batchId,
  kind: 'video',
  status: 'partial',
  createdAt: `2026-01-01T00:0${minute}:00.000Z`,
  counters: countersOf(items),
  items,
});
const fingerprintsOf = (...cards: Card[]) => Object.fromEntries(cards.map((one) => [one.id, fingerprint(one)]));

const [a, b, c] = [card('a'), card('b'), card('c')];
const first = batch('first', 0, [videoItem('a', 'failed'), videoItem('b', 'failed'), videoItem('c', 'completed')]);

test.each([
  ['for all failed cards, if the cards are unchanged', [a, b], [first], fingerprintsOf(a, b, c), 'first'],
  ['not for only one of two failed cards', [a], [first], fingerprintsOf(a, b, c), undefined],
  ['not if one card has a new prompt', [a, card('b', { prompt: 'other' })], [first], fingerprintsOf(a, b, c), undefined],
  ['not if one of the cards has a finished video', [a, b, c], [first], fingerprintsOf(a, b, c), undefined],
  [
    'for a card that failed again in the retry',
    [a],
    [first, batch('second', 1, [videoItem('a', 'failed'), videoItem('b', 'completed')])],
    fingerprintsOf(a, b, c),
    'second',
  ],
  ['not for failures of two batches', [a, b], [first, batch('second', 1, [videoItem('a', 'failed')])], fingerprintsOf(a, b, c), undefined],
  [
    'for a failed card, if the other failed item has a late video',
    [a],
    [batch('only', 0, [videoItem('a', 'failed'), videoItem('b', 'failed', { videoUrl: '/late' })])],
    fingerprintsOf(a, b),
    'only',
  ],
  ['not while the batch has not ended', [a, b], [{ ...first, status: 'running' as const }], fingerprintsOf(a, b, c), undefined],
  ['not without cards', [], [first], {}, undefined],
])('a retry by the server is possible %s', (_name, cards, batches, sent, batchId) => {
  expect(batchToRetry(cards, sent, itemsByCard(batches), batches)).toBe(batchId);
});

test('failedCards returns the failed cards that can be ordered without a change', () => {
  const cards = [a, card('b', { prompt: ' ' }), c];
  expect(failedCards(cards.filter(videoOrderRules.isEligible), itemsByCard([first])).map(({ id }) => id)).toEqual(['a']);
});

test.each<[string, readonly Card[], string | undefined]>([
  ['the batch of the first card, for cards of one batch', [a, b], 'first'],
  ['the newest batch of the first card, for cards of one chain', [c, a], 'redo'],
  ['nothing for a card without an item', [a, card('new')], undefined],
  ['nothing for cards of two chains', [a, card('d')], undefined],
  ['nothing without a card', [], undefined],
])('the parent of a redo is %s', (_, cards, expected) => {
  const redo = { ...batch('redo', 1, [videoItem('c', 'completed')]), rootBatchId: 'first' };
  const batches = [first, redo, batch('other', 2, [videoItem('d', 'completed')])];
  expect(parentOf(cards, itemsByCard(batches), batches)).toBe(expected);
});
