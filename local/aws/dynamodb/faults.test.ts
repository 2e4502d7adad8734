import { expect, test } from 'vitest';
import { createChance } from '../../chance.ts';
import { type Call, createFaults, type Fault } from './faults.ts';

const put = (table: string) => ({ Put: { TableName: table, Item: {} } });
const requests: Record<string, Pick<Call, 'operation' | 'body'>> = {
  read: { operation: 'GetItem', body: { TableName: 'A' } },
  write: { operation: 'UpdateItem', body: { TableName: 'A' } },
  transaction: { operation: 'TransactWriteItems', body: { TransactItems: [put('B'), put('B')] } },
};

/** Returns the faults of 1,000 calls with four attempts each. */
function faultsOf(names: (keyof typeof requests)[], { seed = 1, isRepeated = true } = {}): (Fault | undefined)[][] {
  const faultOf = createFaults(createChance(seed));
  return Array.from({ length: 1000 }, (_, index) => {
    const request = requests[names[index % names.length] as string] as Pick<Call, 'operation' | 'body'>;
    return [1, 2, 3, 4].map(() => faultOf({ ...request, invocationId: String(index), isRepeated }));
  });
}

const typesOf = (calls: (Fault | undefined)[][]) =>
  new Set(calls.flat().map((fault) => fault && `${fault.type}${fault.isApplied ? ' applied' : ''}`));
const commonFaults = ['ThrottlingException', 'ProvisionedThroughputExceededException', 'InternalServerError'];

test.each([
  ['a read', 'read', commonFaults],
  ['a write', 'write', [...commonFaults, 'InternalServerError applied']],
  ['a transaction', 'transaction', [...commonFaults, 'InternalServerError applied', 'TransactionCanceledException']],
])('%s usually gets no fault; otherwise, it gets a fault that is possible for this call', (_, name, types) => {
  const calls = faultsOf([name]);
  expect(typesOf(calls)).toEqual(new Set([undefined, ...types]));
  expect(calls.filter(([first]) => first).length).toBeLessThan(150);
});

test('a single write gets a conflict only in a table that transactions also use', () => {
  expect(typesOf(faultsOf(['write', 'transaction']))).not.toContain('TransactionConflictException');
  const faultOf = createFaults(createChance(1));
  const types = Array.from({ length: 1000 }, (_, index) => {
    const isWrite = index % 2 === 1;
    const request = isWrite ? { operation: 'UpdateItem', body: { TableName: 'B' } } : requests.transaction;
    return faultOf({ ...(request as Call), invocationId: String(index), isRepeated: true })?.type;
  });
  expect(types).toContain('TransactionConflictException');
});

test('the fault of a cancelled transaction names the action with the conflict', () => {
  const faults = faultsOf(['transaction']).flat();
  const reasons = [{ Code: 'None' }, expect.objectContaining({ Code: 'TransactionConflict' })];
  expect(faults).toContainEqual(expect.objectContaining({ extraFields: { CancellationReasons: reasons } }));
  expect(faults).toContainEqual(expect.objectContaining({ extraFields: { CancellationReasons: reasons.toReversed() } }));
});

test('some faults affect all attempts of the SDK, but only for calls that the caller repeats', () => {
  const countFaultsOfAllAttempts = (isRepeated: boolean) =>
    faultsOf(['write'], { isRepeated }).filter((attempts) => attempts.every(Boolean)).length;
  expect(countFaultsOfAllAttempts(true)).toBeGreaterThan(0);
  expect(countFaultsOfAllAttempts(false)).toBe(0);
});

test('the same seed causes the same faults, and another seed causes other faults', () => {
  expect(faultsOf(['write'])).toEqual(faultsOf(['write']));
  expect(faultsOf(['write'], { seed: 2 })).not.toEqual(faultsOf(['write']));
});
