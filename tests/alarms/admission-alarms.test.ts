/** Tests the alarms about slots, the day limit, failing vendors and bonuses. Real tables and the code of the product trigger them. */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as repairSlots } from '#lambdas/batch/repair-slots.lambda.ts';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { createAccount } from '#lambdas/store/accounts.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { clearVendorFailures, countSpend, countVendorFailure, setLimit, setStop } from '#lambdas/store/installation.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import { returnSlot } from '#lambdas/store/slots.ts';
import { requestTicket, type TicketRef } from '#lambdas/store/tickets.ts';
import { defaultLimits } from '#shared/admission/limits.ts';
import { alarmState, findAlarm, recordedSource } from '#tests/fixtures/alarm-state.ts';
import { createBatchRows } from '#tests/fixtures/batch-rows.ts';
import { synthesize } from '#tests/fixtures/synthesized.ts';
import { startTables } from '#tests/fixtures/tables.ts';

vi.hoisted(() => {
  process.env.STAGE = 'prod';
});
const alarms = synthesize({ alarmEmail: 'ops@example.com' }).all('AWS::CloudWatch::Alarm');
let tables: Awaited<ReturnType<typeof startTables>>;
beforeAll(async () => {
  tables = await startTables();
  process.env.VIDEO_PROVIDER = 'fal';
});
afterAll(() => tables?.stop());

const now = new Date();
const context = {} as Context;
const day = now.toISOString().slice(0, 10);

beforeEach(async () => {
  for (const sk of ['settings', `spend#${day}`, `bonuses#${day}`, 'breaker#fal'])
    await dynamo().send(new DeleteCommand({ TableName: requiredEnv('TABLE_ADMISSION'), Key: { pk: 'installation', sk } }));
});

const openAccount = () => createAccount({ userId: randomUUID(), email: 'ada@example.com', name: 'Ada' }, now);

async function repairAfterWait(minutes: number): Promise<void> {
  await setStop({ at: now, reason: 'test' });
  const userId = randomUUID();
  await createAccount({ userId, email: 'ada@example.com', name: 'Ada' }, now);
  const { batch, items } = createBatchRows(userId, [10], now);
  await putItems(items, batch.requestHash);
  await holdForBatch(batch);
  const ref: TicketRef = { lane: 'fal#veo3', userId, batchId: batch.batchId, index: 0 };
  const request = { itemId: 'item-0', taskToken: 'token', mils: 800, milsBefore: 0 };
  await requestTicket(ref, request, new Date(now.getTime() - minutes * 60_000));
  await repairSlots({}, context);
  await returnSlot(ref, now);
}

async function repairAfterDaySpend(share: number): Promise<void> {
  await dynamo().send(new DeleteCommand({ TableName: requiredEnv('TABLE_ADMISSION'), Key: { pk: 'installation', sk: `spend#${day}` } }));
  const { Update } = countSpend(defaultLimits.dayMils * share, defaultLimits.dayMils, now);
  if (!Update?.UpdateExpression) throw new Error('The action is not an update');
  await dynamo().send(new UpdateCommand(Update));
  await repairSlots({}, context);
}

async function fail(count: number): Promise<void> {
  await clearVendorFailures('fal');
  for (let failure = 0; failure < count; failure++) await countVendorFailure('fal', now);
}

const events: Record<string, { event: () => unknown; normal: () => unknown }> = {
  LongestWait: { event: () => repairAfterWait(31), normal: () => repairAfterWait(29) },
  DayLimit: { event: () => repairAfterDaySpend(0.8), normal: () => repairAfterDaySpend(0.79) },
  BreakerOpened: { event: () => fail(10), normal: () => fail(9) },
  BonusLimit: {
    event: async () => {
      await setLimit('bonusesPerDay', 1);
      await openAccount();
      await openAccount();
    },
    normal: async () => {
      await setLimit('bonusesPerDay', 3);
      await openAccount();
    },
  },
};

test.each(Object.entries(events))('the alarm %s starts after its event, and not on a normal day', async (id, { event, normal }) => {
  expect(alarmState(findAlarm(alarms, id), await recordedSource(normal))).toBe('OK');
  expect(alarmState(findAlarm(alarms, id), await recordedSource(event))).toBe('ALARM');
});
