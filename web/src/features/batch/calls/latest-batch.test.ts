import { describe, expect, test } from 'vitest';
import type { HistorySummary } from '#shared/history/api.ts';
import { candidatesMax, candidatesOf } from './latest-batch.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const row = (batch_id: string, change: Partial<HistorySummary> = {}): HistorySummary => ({
  id: batch_id,
  user_id: 'u',
  batch_id,
  prompt: 'p',
  total_images: 1,
  completed_images: 1,
  failed_images: 0,
  status: 'completed',
  aspect_ratio: '9:16',
  model: 'veo3',
  result_kind: 'image',
  created_at: '2026-11-22T11:00:00Z',
  ...change,
});

describe('the batches that the page reads if the browser has stored no work', () => {
  test('the batches are recent and start with the newest', () => {
    const oldRow = row('old', { created_at: '2026-11-21T11:59:00Z' });
    expect(candidatesOf([row('new'), row('second'), oldRow], nowMs)).toEqual(['new', 'second']);
  });
  test('the batches do not include before/after runs', () => {
    expect(candidatesOf([row('run', { kind: 'pipeline' }), row('images')], nowMs)).toEqual(['images']);
  });
  test('the number of batches is limited', () => {
    const rows = Array.from({ length: 20 }, (_, n) => row(String(n)));
    expect(candidatesOf(rows, nowMs)).toHaveLength(candidatesMax);
  });
});
