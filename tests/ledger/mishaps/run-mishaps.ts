/**
 * A mishap is a race that random histories rarely produce, or a set of inconsistent rows. For example, a table was restored to an earlier
 * time. For each guard of the ledger, there is at least one mishap that only this guard stops. Each mishap returns descriptions of its
 * violations.
 */
import type { Item } from '#lambdas/store/batch-rows.ts';
import { runInWorld } from '../fault-injection.ts';
import { invariantViolations, readLedgerSnapshot } from '../ledger-snapshot.ts';
import type { PlantedBug } from '../mutation.ts';
import { newWorld, type Order } from '../world.ts';
import { mishapsOfBatches } from './batches.ts';
import { mishapsOfClosing } from './closing.ts';
import type { Mishap } from './mishap.ts';
import { mishapsOfOrders } from './orders.ts';
import { mishapsOfPayments } from './payments.ts';

const concurrency = 8;

/**
 * Runs each mishap with a separate seller. With a bug, the run ends after the first violation.
 * @returns the violations, each with the name of its mishap
 */
export async function runMishaps(bug?: PlantedBug): Promise<string[]> {
  const violations: string[] = [];
  const remaining = Object.entries({ ...mishapsOfBatches, ...mishapsOfClosing, ...mishapsOfOrders, ...mishapsOfPayments });
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = remaining.shift(); next && !(bug && violations.length > 0); next = remaining.shift()) {
        const [name, mishap] = next;
        violations.push(...(await runMishap(mishap, bug)).map((violation) => `${name}: ${violation}`));
      }
    }),
  );
  return violations;
}

async function runMishap({ requested, bought = 0, run, isContradiction }: Mishap, bug: PlantedBug | undefined): Promise<string[]> {
  try {
    const world = await newWorld(requested, bought, bug);
    const [order] = world.orders as [Order];
    return await runInWorld(world, async () => {
      const violations = await run(world, order, order?.items[0] as Item);
      return isContradiction ? violations : [...violations, ...invariantViolations(await readLedgerSnapshot(world), world)];
    });
  } catch (error) {
    return [`the mishap threw an error: ${(error as Error).message}`];
  }
}
