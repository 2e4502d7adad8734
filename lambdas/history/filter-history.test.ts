import { describe, expect, test } from 'vitest';
import type { HistoryRow } from '../store/history.ts';
import { hasConditions, matchesFilter } from './filter-history.ts';

const row = (changes: Partial<HistoryRow> = {}): HistoryRow => ({
  user_id: 'u',
  batch_id: 'c41e0000-0000-4000-8000-000000000d33',
  prompt: 'The bag sways; Ein Schuh hebt ab',
  total_images: 3,
  completed_images: 3,
  failed_images: 0,
  status: 'completed',
  aspect_ratio: '9:16',
  model: 'veo3',
  created_at: '2026-11-21T08:00:00.000Z',
  file_names: ['Ruby-front', 'ＲＵＢＹ clasp'],
  name: 'Spring drop',
  ...changes,
});

describe('a run is not found', () => {
  test.each([
    ['if it is a redo', {}, { root_id: 'c41e' }],
    ['if it is a batch of a large order', {}, { is_large_order: true, order_id: 'd52f' }],
    ['by a word that is in no text', { search: 'hat' }, {}],
    ['if only one of the words is in its texts', { search: 'bag hat' }, {}],
    ['by the word "spring" if it has no name', { search: 'spring' }, { name: undefined }],
    ['by the word "ruby" if it has no file names', { search: 'ruby' }, { file_names: undefined }],
    ['by a pattern, because a search is plain text', { search: '.*' }, {}],
    ['by the tool of edits if it is a batch', { tool: 'edit' }, {}],
    ['by the tool of batches if it is a before/after run', { tool: 'batch' }, { kind: 'pipeline' }],
    ['by the status completed if it is partial', { status: 'completed' }, { status: 'partial' }],
    ['by failures if it has cancelled items and no failed items', { status: 'failures' }, { completed_images: 2, status: 'partial' }],
    [
      'by cancellations if it has failed items and no cancelled items',
      { status: 'cancelled' },
      { completed_images: 2, failed_images: 1, status: 'partial' },
    ],
    ['as undelivered if one item is completed', { status: 'undelivered' }, { completed_images: 1, failed_images: 2, status: 'partial' }],
    ['by kept results if none is kept', { kept: 'true' }, {}],
    ['if only one of two filters matches', { search: 'bag', kept: 'true' }, {}],
  ] as const)('a run is not found %s', (_, filter, changes) =>
    expect(matchesFilter(row(changes as Partial<HistoryRow>), filter)).toBe(false),
  );
});

describe('a run is found', () => {
  test.each([
    ['without a filter', {}, {}],
    ['by an empty search', { search: '' }, {}],
    ['by its name in another case', { search: 'SPRING' }, {}],
    ['by a file name, although the stored name has full-width characters', { search: 'ruby CLASP' }, {}],
    ['by words of its name and of its prompt', { search: 'drop  schuh' }, {}],
    ['by the start of its id', { search: 'c41e' }, {}],
    ['by its tool', { tool: 'pipeline' }, { kind: 'pipeline' }],
    ['by the tool "batch" if its row has no kind', { tool: 'batch' }, {}],
    ['by failures', { status: 'failures' }, { completed_images: 2, failed_images: 1, status: 'partial' }],
    ['by cancellations', { status: 'cancelled' }, { completed_images: 2, status: 'partial' }],
    ['as undelivered', { status: 'undelivered' }, { completed_images: 0, failed_images: 2, status: 'failed' }],
    ['by a kept result', { kept: 'true' }, { kept_items: new Set(['a']) }],
  ] as const)('a run is found %s', (_, filter, changes) => expect(matchesFilter(row(changes as Partial<HistoryRow>), filter)).toBe(true));
});

test.each([
  [{}, false],
  [{ search: '' }, false],
  [{ search: 'bag' }, true],
  [{ tool: 'edit' }, true],
  [{ status: 'failures' }, true],
  [{ kept: 'true' }, true],
] as const)('for the filter %j, hasConditions returns %s', (filter, expected) => expect(hasConditions(filter)).toBe(expected));
