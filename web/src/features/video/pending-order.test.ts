import { describe, expect, test } from 'vitest';
import { isRefusal, orderIdFor } from './pending-order.ts';

const pending = { batchId: 'before', cards: '[a]' };

describe('the idempotency key of an order', () => {
  test('is the one of before while nobody knows whether that order stands', () => {
    expect(orderIdFor('[a]', pending, [], () => 'new')).toBe('before');
  });

  test('is new for other cards, for a batch that the page shows already, and at first', () => {
    expect(orderIdFor('[a,b]', pending, [], () => 'new')).toBe('new');
    expect(orderIdFor('[a]', pending, ['before'], () => 'new')).toBe('new');
    expect(orderIdFor('[a]', undefined, [], () => 'new')).toBe('new');
  });

  test('is given up by a refusal only', () => {
    for (const code of ['Unreachable', 'InternalError', 'LedgerConflict', 'Unauthorized'] as const) expect(isRefusal(code)).toBe(false);
    for (const code of ['InsufficientCredits', 'PromptTooLong', 'ActiveBatchLimit', 'UploadNotFound', 'Blocked'] as const) {
      expect(isRefusal(code)).toBe(true);
    }
  });
});
