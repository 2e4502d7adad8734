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
const races: Record<string, RaceScenario> = { ...racesOfBatches, ...racesOfDeletions, ...racesOfOrders, ...racesOfPayments };

/** The names of the scenarios in which a mutation changes a write. The key is the name of the mutation. */
export type AffectedRaces = Map<string, Set<string>>;

/**
 * Runs each race scenario with a separate seller. If there is a mutation, the run ends after the first violation.
 * @param affected the run with a mutation starts with these scenarios, because the other scenarios rarely detect the mutation
 * @returns the violations, each with the name of its scenario
 */
export function runRaces(mutation?: Mutation, affected: AffectedRaces = new Map()): Promise<string[]> {
  const isAffected = (name: string) => mutation !== undefined && Boolean(affected.get(mutation.name)?.has(name));
  const names = Object.keys(races).toSorted((a, b) => Number(isAffected(b)) - Number(isAffected(a)));
  return runInParallel(names, () => mutation, mutation !== undefined);
}

/** Runs each race scenario without a mutation, and finds out in which scenarios each of these mutations would change a write. */
export async function runRacesAndFindAffected(mutations: readonly Mutation[]): Promise<{ violations: string[]; affected: AffectedRaces }> {
  const affected: AffectedRaces = new Map(mutations.map(({ name }) => [name, new Set()]));
  const violations = await runInParallel(Object.keys(races), (scenario) => recorderOf(scenario, mutations, affected), false);
  return { violations, affected };
}

/** Returns a mutation that changes nothing, and records the mutations that would change a write. */
function recorderOf(scenario: string, mutations: readonly Mutation[], affected: AffectedRaces): Mutation {
  return {
    name: 'no change',
    appliedCount: 0,
    applyTo(input) {
      for (const mutation of mutations) {
        const countBefore = mutation.appliedCount;
        mutation.applyTo(input);
        if (mutation.appliedCount > countBefore) affected.get(mutation.name)?.add(scenario);
      }
      return input;
    },
  };
}

async function runInParallel(
  remaining: string[],
  mutationFor: (scenario: string) => Mutation | undefined,
  stopsAtFirst: boolean,
): Promise<string[]> {
  const violations: string[] = [];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let name = remaining.shift(); name && !(stopsAtFirst && violations.length > 0); name = remaining.shift()) {
        const found = await runRace(races[name] as RaceScenario, mutationFor(name));
        violations.push(...found.map((violation) => `${name}: ${violation}`));
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
