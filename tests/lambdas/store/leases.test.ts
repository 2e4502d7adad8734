import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withLease } from '#lambdas/store/leases.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
const until = new Date('2026-11-21T08:15:00Z');

let tables: Awaited<ReturnType<typeof startTables>>;
let name: string;
let runs: string[];

beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables?.stop());
beforeEach(() => {
  name = randomUUID();
  runs = [];
});

const run = (id: string) => async () => void runs.push(id);

test('one of many parallel invocations does the work', async () => {
  const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
  const holding = withLease(name, { now, until }, async () => {
    runs.push('holder');
    await end;
  });
  await expect.poll(() => runs).toEqual(['holder']);
  const others = await Promise.all(['b', 'c', 'd'].map((id) => withLease(name, { now, until }, run(id))));
  letEnd();
  expect(await holding).toBe(true);
  expect(others).toEqual([false, false, false]);
  expect(runs).toEqual(['holder']);
});

test('the next invocation does the work after this one has ended, also with an error', async () => {
  const failing = withLease(name, { now, until }, () => Promise.reject(new Error('it broke')));
  await expect(failing).rejects.toThrow('it broke');
  expect(await withLease(name, { now, until }, run('next'))).toBe(true);
});

test('the lease of a crashed invocation expires, and its late return does not affect the next holder', async () => {
  const { promise: end, resolve: letEnd } = Promise.withResolvers<void>();
  const frozen = withLease(name, { now, until }, async () => {
    runs.push('frozen');
    await end;
  });
  await expect.poll(() => runs).toEqual(['frozen']);
  expect(await withLease(name, { now, until }, run('too early'))).toBe(false);
  const next = withLease(name, { now: until, until: new Date('2026-11-21T08:30:00Z') }, async () => {
    letEnd();
    await frozen;
    expect(await withLease(name, { now: until, until }, run('beside'))).toBe(false);
  });
  expect(await next).toBe(true);
});

test('leases of different names do not block each other', async () => {
  await withLease(name, { now, until }, async () => {
    expect(await withLease(randomUUID(), { now, until }, run('other'))).toBe(true);
  });
  expect(runs).toEqual(['other']);
});
