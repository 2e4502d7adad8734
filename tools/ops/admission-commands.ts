/**
 * Commands for the slots at the vendors, the limits of the installation, and the stop of all new requests. A change needs no deployment.
 */
import { clearVendorFailures, readBonuses, readBreaker, readSettings, readSpend, setLimit, setStop } from '#lambdas/store/installation.ts';
import { readLane, setSlots } from '#lambdas/store/slots.ts';
import { ticketsOf } from '#lambdas/store/tickets.ts';
import { breakerStateOf } from '#shared/admission/breaker.ts';
import { breakerNames, breakerOf, type LaneName, laneNames } from '#shared/admission/lanes.ts';
import { limitsMax, slotsMax } from '#shared/admission/limits.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { CommandError, type OperatorCommand } from './request.ts';

export const admissionUsage = `  lanes                                                     shows slots, waiting items, limits and costs of the day
  slots <lane> <count> [--drain]                            sets the slots of a lane, for example: slots fal#veo3 20
  day-limit <dollars>                                       sets the highest vendor cost per day; above it, items wait
  bonus-limit <count>                                       sets the highest number of welcome bonuses per day
  stop --reason <text>                                      stops all new vendor requests for items; items wait and do not fail
  resume                                                    allows new requests again
  close-breaker <vendor>                                    sends items to a vendor again that failed before`;

export const admissionCommands: Record<string, (request: OperatorCommand, now: Date) => Promise<string>> = {
  lanes: showLanes,
  slots: changeSlots,
  'day-limit': changeDayLimit,
  'bonus-limit': changeBonusLimit,
  stop,
  resume,
  'close-breaker': closeBreaker,
};

/** If a lane has no running requests, a change takes effect at the next run of the job `repair slots`. */
const takesEffect = 'Waiting items continue within five minutes.';

async function showLanes(_: OperatorCommand, now: Date): Promise<string> {
  const { dayMils, bonusesPerDay, stoppedAt, stopReason } = await readSettings();
  const rows: string[] = [];
  for (const lane of laneNames) {
    const { inUse, slots, typicalSeconds } = await readLane(lane);
    const state = breakerStateOf(await readBreaker(breakerOf(lane)), now);
    let waitingCount = 0;
    for await (const { queueKey } of ticketsOf(lane)) if (queueKey) waitingCount += 1;
    rows.push(
      `${lane.padEnd(30)} ${inUse} of ${slots} slots in use, ${waitingCount} waiting, about ${typicalSeconds} s each${state === 'closed' ? '' : ', the vendor fails'}`,
    );
  }
  return [
    ...(stoppedAt ? [`All new requests are stopped since ${stoppedAt}: ${stopReason}`] : []),
    `vendor cost today ${dollars(await readSpend(now))} of ${dollars(dayMils)}, welcome bonuses today ${await readBonuses(now)} of ${bonusesPerDay}`,
    ...rows,
  ].join('\n');
}

const dollars = (mils: Mils): string => `$${(mils / 1000).toFixed(2)}`;

async function changeSlots({ parameters: [name = '', count], isDrain }: OperatorCommand): Promise<string> {
  const lane = laneNames.find((one) => one === name);
  if (!lane) throw new CommandError(`There is no lane '${name}'. Choose from ${laneNames.join(', ')}.`);
  const slots = wholeNumber(count, slotsMax);
  if (slots === 0) throw new CommandError('A lane needs at least 1 slot. To stop all new requests, use the command stop.');
  const { inUse } = await readLane(lane);
  if (slots < inUse && !isDrain)
    throw new CommandError(
      `${inUse} slots of this lane are in use. Nothing was changed. Set at least ${inUse}, or repeat the command with --drain. With --drain, no new request starts until fewer than ${slots} slots are in use.`,
    );
  await setSlots(lane, slots);
  return slots < inUse
    ? `${laneText(lane, slots)} No new request starts until fewer than ${slots} slots are in use.`
    : laneText(lane, slots);
}

const laneText = (lane: LaneName, slots: number): string => `The lane ${lane} has ${slots} slots. ${takesEffect}`;

async function changeDayLimit({ parameters: [text = ''] }: OperatorCommand, now: Date): Promise<string> {
  if (!/^\d{1,9}(\.\d\d?)?$/.test(text)) throw new CommandError('The limit is not valid. Enter dollars, for example 500.');
  const mils = Math.round(Number(text) * 1000);
  if (mils === 0)
    throw new CommandError('A limit of $0 would stop all orders. Nothing was changed. To stop all orders, use the command stop.');
  if (mils > limitsMax.dayMils) throw new CommandError(`The limit must be at most ${dollars(limitsMax.dayMils)}.`);
  await setLimit('dayMils', mils);
  const spent = await readSpend(now);
  return spent >= mils
    ? `The limit is ${dollars(mils)} per day. Today's cost is already ${dollars(spent)}, so items wait until the next day (UTC).`
    : `The limit is ${dollars(mils)} per day. Today's cost is ${dollars(spent)}. ${takesEffect}`;
}

async function changeBonusLimit({ parameters: [count] }: OperatorCommand): Promise<string> {
  const bonuses = wholeNumber(count, limitsMax.bonusesPerDay);
  await setLimit('bonusesPerDay', bonuses);
  return bonuses === 0 ? 'New accounts get no welcome bonus.' : `At most ${bonuses} new accounts per day get a welcome bonus.`;
}

async function stop({ reason, actor }: OperatorCommand, now: Date): Promise<string> {
  if (!reason?.trim()) throw new CommandError('Set the reason with --reason. The command lanes shows it.');
  await setStop({ at: now, reason: `${reason.trim()} (by ${actor})` });
  return 'No new vendor request for an item starts. Requests at the vendors continue. Items wait for at most 72 hours.';
}

async function resume(): Promise<string> {
  const { stoppedAt } = await readSettings();
  if (!stoppedAt) return 'New requests were not stopped. Nothing was changed.';
  await setStop(undefined);
  return `New requests are allowed again. ${takesEffect}`;
}

async function closeBreaker({ parameters: [name] }: OperatorCommand): Promise<string> {
  const vendor = breakerNames.find((one) => one === name);
  if (!vendor) throw new CommandError(`There is no vendor '${name ?? ''}'. Choose from ${breakerNames.join(', ')}.`);
  await clearVendorFailures(vendor);
  return `Items are sent to ${vendor} again. ${takesEffect}`;
}

function wholeNumber(text = '', max: number): number {
  const count = Number(text);
  if (!/^\d{1,7}$/.test(text) || count > max) throw new CommandError(`Enter a whole number of at most ${max}.`);
  return count;
}
