import { describe, expect, test } from 'vitest';
import { listHistoryQuery } from '#shared/history/api.ts';
import { filtersIn, isFiltered, queryOf } from './filters.ts';

const now = Date.parse('2026-11-21T15:30:00.000Z');
const queryAt = (address: string) => queryOf(filtersIn(new URLSearchParams(address)), now);

describe('a URL', () => {
  test.each([
    ['without filters', 'tab=image'],
    ['with unknown values', 'tool=hammer&status=lost&kept=true&days=2'],
    ['with an empty search', 'q=%20%20'],
  ])('a URL %s filters nothing', (_, address) => {
    expect(isFiltered(filtersIn(new URLSearchParams(address)))).toBe(false);
    expect(queryAt(address)).toEqual({});
  });

  test('a search text that is too long is valid, because it is shortened to the maximum of the API call', () => {
    const query = queryAt(`q=${'x'.repeat(101)}`);
    expect(query.search).toHaveLength(100);
    expect(listHistoryQuery.safeParse(query).success).toBe(true);
  });
});

test('all filters are in the query of the call', () => {
  expect(queryAt('q=red+bag&tool=edit&status=failures&kept=yes&days=7')).toEqual({
    search: 'red bag',
    tool: 'edit',
    status: 'failures',
    kept: 'true',
    from: '2026-11-15T00:00:00.000Z',
  });
});

test('a period of one day starts at the beginning of today', () => {
  expect(queryAt('days=1')).toEqual({ from: '2026-11-21T00:00:00.000Z' });
});
