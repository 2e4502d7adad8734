import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withLease } from '#lambdas/store/leases.ts';
import { startTables } from '../../fixtures/tables.ts';

const now = new Date('2026-11-21T08:00:00Z');
const leaseEnd = new Date('2026-11-21T08:15:00Z');

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

const runAs = (id: string) => async () => void runs.push(id);

test('only one of many parallel invocations does the work', async () => {
  const { promise: workCanEnd, resolve: endWork } = Promise.withResolvers<void>();
  const holder = withLease(name, { now, until: leaseEnd }, async () => {
    runs.push('holder');
    await workCanEnd;
  });
  await expect.poll(() => runs).toEqual(['holder']);
  const others = await Promise.all(['b', 'c', 'd'].map((id) => withLease(name, { now, until: leaseEnd }, runAs(id))));
  endWork();
  expect(await holder).toBe(true);
  expect(others).toEqual([false, false, false]);
  expect(runs).toEqual(['holder']);
});

test('the next invocation can do the work after the previous one has ended, even with an error', async () => {
  const failedWork = withLease(name, { now, until: leaseEnd }, () => Promise.reject(new Error('it broke')));
  await expect(failedWork).rejects.toThrow('it broke');
  expect(await withLease(name, { now, until: leaseEnd }, runAs('next'))).toBe(true);
});

test('the lease of a frozen invocation expires, and its late end does not affect the next invocation', async () => {
  const { promise: workCanEnd, resolve: endWork } = Promise.withResolvers<void>();
  const frozenInvocation = withLease(name, { now, until: leaseEnd }, async () => {
    runs.push('frozen');
    await workCanEnd;
  });
  await expect.poll(() => runs).toEqual(['frozen']);
  expect(await withLease(name, { now, until: leaseEnd }, runAs('too early'))).toBe(false);
  const next = withLease(name, { now: leaseEnd, until: new Date('2026-11-21T08:30:00Z') }, async () => {
    endWork();
    await frozenInvocation;
    expect(await withLease(name, { now: leaseEnd, until: leaseEnd }, runAs('parallel'))).toBe(false);
  });
  expect(await next).toBe(true);
});

test('leases of different names do not block each other', async () => {
  await withLease(name, { now, until: leaseEnd }, async () => {
    expect(await withLease(randomUUID(), { now, until: leaseEnd }, runAs('other'))).toBe(true);
  });
  expect(runs).toEqual(['other']);
});
