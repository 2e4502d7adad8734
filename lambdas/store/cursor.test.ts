import { describe, expect, test } from 'vitest';
import { cursorOf, cursorOfPositions, keyOf, positionsOf } from './cursor.ts';

const ledgerKey = { user_id: 'me', id: 'row', created_at: '2026-11-21T10:00:00Z' };
const historyKey = { user_id: 'me', batch_id: 'batch', created_at: '2026-11-21T10:00:00Z' };
const textOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('cursors', () => {
  test('a cursor contains the key at which its list continues', () => {
    expect(keyOf('ledger', cursorOf(ledgerKey), 'me')).toEqual(ledgerKey);
    expect(keyOf('history', cursorOf(historyKey), 'me')).toEqual(historyKey);
    expect(keyOf('ledger', undefined, 'me')).toBeUndefined();
  });

  test.each<[string, 'ledger' | 'history', string | undefined]>([
    ['of the other list', 'history', cursorOf(ledgerKey)],
    ['of the other list', 'ledger', cursorOf(historyKey)],
    ['of another user', 'ledger', cursorOf({ ...ledgerKey, user_id: 'somebody' })],
    ['with a number', 'ledger', cursorOf({ ...ledgerKey, created_at: 7 })],
    ['with an additional field', 'ledger', cursorOf({ ...ledgerKey, amount: 'x' })],
    ['with null instead of a key', 'ledger', textOf(null)],
    ['with a list instead of a key', 'ledger', textOf([])],
    ['with a string instead of a key', 'ledger', textOf('me')],
    ['without JSON', 'ledger', 'AAAA'],
    ['without text', 'ledger', ''],
  ])('a cursor %s is rejected by the %s list', (_, list, cursor) => {
    expect(() => keyOf(list, cursor, 'me')).toThrow(expect.objectContaining({ code: 'BadRequest' }));
  });
});

describe('cursors of merged lists', () => {
  const names = ['video', 'image'];

  test('a cursor contains the position in each list, and null for a list that has ended', () => {
    const positions = { video: historyKey, image: null };
    expect(positionsOf('history', names, cursorOfPositions(positions), 'me')).toEqual(positions);
    expect(positionsOf('history', names, undefined, 'me')).toEqual({});
  });

  test.each<[string, string]>([
    ['of a list that is not merged', cursorOfPositions({ edit: historyKey })],
    ['of another user', cursorOfPositions({ video: { ...historyKey, user_id: 'somebody' } })],
    ['with the key of another index', cursorOfPositions({ video: ledgerKey })],
    ['with a text instead of a key', textOf({ video: 'me' })],
    ['with a list instead of positions', textOf([])],
    ['with null instead of positions', textOf(null)],
    ['without JSON', 'AAAA'],
  ])('a cursor %s is rejected', (_, cursor) => {
    expect(() => positionsOf('history', names, cursor, 'me')).toThrow(expect.objectContaining({ code: 'BadRequest' }));
  });
});
