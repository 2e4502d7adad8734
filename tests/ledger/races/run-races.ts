/**
 * Runs the race scenarios (see race.ts). A guard is a condition or a value in a write that protects the ledger. For each guard, there is at
 * least one scenario that causes a violation if only this guard is missing.
 */
import type { Item } from '#lambdas/store/batch-rows.ts';
import { runInTest } from '../fault-injection.ts';
import { invariantViolations, readLedgerSnapshot } from '../ledger-snapshot.ts';
import type { Mutation } from '../mutation.ts';
import { createTestState, type OrderedBatch } from '../test-state.ts';
import { racesOfBatches } from './batches.ts';
import { racesOfDeletions } from './deletions.ts';
import { racesOfOrders } from './orders.ts';
import { racesOfPayments } from './payments.ts';
import type { RaceScenario } from './race.ts';

const concurrency = 8;

/**
 * Runs each race scenario with a separate seller. If there is a mutation, the run ends after the first violation.
 * @returns the violations, each with the name of its scenario
 */
export async function runRaces(mutation?: Mutation): Promise<string[]> {
  const violations: string[] = [];
  const remaining = Object.entries({ ...racesOfBatches, ...racesOfDeletions, ...racesOfOrders, ...racesOfPayments });
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = remaining.shift(); next && !(mutation && violations.length > 0); next = remaining.shift()) {
        const [name, scenario] = next;
        violations.push(...(await runRace(scenario, mutation)).map((violation) => `${name}: ${violation}`));
      }
    }),
  );
  return violations;
}

async function runRace(
  { requestedBatches, boughtCents = 0, run, isLedgerInconsistent }: RaceScenario,
  mutation: Mutation | undefined,
): Promise<string[]> {
  try {
    const testState = await createTestState(requestedBatches, boughtCents, mutation);
    const [orderedBatch] = testState.orderedBatches as [OrderedBatch];
    return await runInTest(testState, async () => {
      const violations = await run(testState, orderedBatch, orderedBatch?.items[0] as Item);
      return isLedgerInconsistent ? violations : [...violations, ...invariantViolations(await readLedgerSnapshot(testState), testState)];
    });
  } catch (error) {
    return [`the scenario threw an error: ${(error as Error).message}`];
  }
}
