/**
 * The rows of the whole installation in the table of admissions: the limits and the stop switch that operators set, the cost of each day,
 * and the circuit breaker of each vendor. Each admission reads these rows, so a change needs no deployment.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Breaker, nextOpenUntil, opensAfter } from '#shared/admission/breaker.ts';
import type { BreakerName } from '#shared/admission/lanes.ts';
import { defaultLimits, type InstallationLimits } from '#shared/admission/limits.ts';
import { utcDate } from '#shared/daily-limits.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { requiredEnv } from '../platform/config.ts';
import { log } from '../platform/log.ts';
import { record } from '../platform/metrics.ts';
import { type Action, dynamo, isWritten } from './dynamo.ts';

const keyOf = (sk: string) => ({ TableName: requiredEnv('TABLE_ADMISSION'), Key: { pk: 'installation', sk } });
const settingsKey = () => keyOf('settings');
const spendKey = (day: string) => keyOf(`spend#${day}`);
const bonusKey = (day: string) => keyOf(`bonuses#${day}`);
const breakerKey = (name: BreakerName) => keyOf(`breaker#${name}`);
const dayRowKeptSeconds = 90 * 24 * 3600;

export type InstallationSettings = InstallationLimits & { stoppedAt?: string; stopReason?: string };

export async function readSettings(): Promise<InstallationSettings> {
  const { Item: row = {} } = await dynamo().send(new GetCommand({ ...settingsKey(), ConsistentRead: true }));
  return {
    dayMils: row.day_mils ?? defaultLimits.dayMils,
    bonusesPerDay: row.bonuses_per_day ?? defaultLimits.bonusesPerDay,
    ...(row.stopped_at && { stoppedAt: row.stopped_at, stopReason: row.stop_reason }),
  };
}

/** Stops all new requests for items, or allows them again. Requests at the vendors continue. */
export async function setStop(stop: { at: Date; reason: string } | undefined): Promise<void> {
  await dynamo().send(
    new UpdateCommand({
      ...settingsKey(),
      UpdateExpression: stop ? 'SET stopped_at = :now, stop_reason = :reason' : 'REMOVE stopped_at, stop_reason',
      ...(stop && { ExpressionAttributeValues: { ':now': stop.at.toISOString(), ':reason': stop.reason } }),
    }),
  );
}

const limitAttributes = { dayMils: 'day_mils', bonusesPerDay: 'bonuses_per_day' } as const satisfies Record<
  keyof InstallationLimits,
  string
>;

export async function setLimit(name: keyof InstallationLimits, value: number): Promise<void> {
  await dynamo().send(
    new UpdateCommand({
      ...settingsKey(),
      UpdateExpression: 'SET #limit = :value',
      ExpressionAttributeNames: { '#limit': limitAttributes[name] },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}

/** Returns the cost of a day. The cost includes requests that have a slot but are not sent yet. */
export async function readSpend(now: Date): Promise<Mils> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...spendKey(utcDate(now)), ConsistentRead: true }));
  return row?.mils ?? 0;
}

/**
 * Returns the action that counts the cost of a request, for the transaction that admits the request. The condition of the action fails if
 * the cost of the day would exceed the limit.
 */
export const countSpend = (mils: Mils, limit: Mils, now: Date): Action => ({
  Update: {
    ...spendKey(utcDate(now)),
    UpdateExpression: 'SET expires_at = :end ADD mils :mils',
    // If the row is absent, the first condition is true. So the caller must refuse a request whose cost alone exceeds the limit.
    ConditionExpression: 'attribute_not_exists(mils) OR mils <= :below',
    ExpressionAttributeValues: { ':mils': mils, ':below': limit - mils, ':end': Math.floor(now.getTime() / 1000) + dayRowKeptSeconds },
  },
});

/** Returns the action that corrects the cost of a day when the billed amount is known. Returns undefined if no correction is needed. */
export const correctSpend = (difference: Mils, day: string | undefined): Action | undefined =>
  difference === 0 || !day
    ? undefined
    : { Update: { ...spendKey(day), UpdateExpression: 'ADD mils :difference', ExpressionAttributeValues: { ':difference': difference } } };

/** Returns the action that counts a welcome bonus. The condition of the action fails if the bonuses of the day have reached their limit. */
export const countBonus = (limit: number, now: Date): Action => ({
  Update: {
    ...bonusKey(utcDate(now)),
    UpdateExpression: 'SET expires_at = :end ADD bonuses :one',
    ConditionExpression: 'attribute_not_exists(bonuses) OR bonuses < :limit',
    ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':end': Math.floor(now.getTime() / 1000) + dayRowKeptSeconds },
  },
});

export async function readBonuses(now: Date): Promise<number> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...bonusKey(utcDate(now)), ConsistentRead: true }));
  return row?.bonuses ?? 0;
}

export async function readBreaker(name: BreakerName): Promise<Breaker> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...breakerKey(name), ConsistentRead: true }));
  return { failures: row?.failures ?? 0, ...(row?.open_until && { openUntil: row.open_until }) };
}

/** Counts a failure of a vendor. The breaker opens after several failures. After a failed test, it opens again. */
export async function countVendorFailure(vendor: BreakerName, now: Date): Promise<void> {
  const { Attributes: row } = await dynamo().send(
    new UpdateCommand({
      ...breakerKey(vendor),
      UpdateExpression: 'ADD failures :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'ALL_NEW',
    }),
  );
  if (!opensAfter(row?.failures)) return;
  await dynamo().send(
    new UpdateCommand({
      ...breakerKey(vendor),
      UpdateExpression: 'SET open_until = :until',
      ExpressionAttributeValues: { ':until': nextOpenUntil(now) },
    }),
  );
  record('BreakerOpened', {});
  log('error', 'a vendor fails, so its items wait', { event: 'breaker_open', vendor, failures: row?.failures });
}

/** Closes the breaker after a success. If there were no failures before, nothing is written. */
export async function clearVendorFailures(vendor: BreakerName): Promise<void> {
  const { failures, openUntil } = await readBreaker(vendor);
  if (failures === 0 && !openUntil) return;
  await dynamo().send(new UpdateCommand({ ...breakerKey(vendor), UpdateExpression: 'REMOVE failures, open_until' }));
  if (openUntil) log('warn', 'a vendor works again', { event: 'breaker_closed', vendor });
}

/**
 * Allows one item to test a vendor whose breaker is open.
 * @returns false if another item tests the vendor.
 */
export const takeVendorTest = (vendor: BreakerName, openUntil: string, now: Date): Promise<boolean> =>
  isWritten(
    dynamo().send(
      new UpdateCommand({
        ...breakerKey(vendor),
        UpdateExpression: 'SET open_until = :next',
        ConditionExpression: 'open_until = :seen',
        ExpressionAttributeValues: { ':next': nextOpenUntil(now), ':seen': openUntil },
      }),
    ),
  );
