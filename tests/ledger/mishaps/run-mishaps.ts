/**
 * Races that random histories rarely produce, and inconsistent rows, as if one table was restored to an earlier time. For each guard of
 * the ledger, at least one mishap is stopped by that guard alone. Each mishap returns descriptions of its violations.
 */
import type { Item } from '#lambdas/store/batch-rows.ts';
import { inside } from '../fault-injection.ts';
import { invariantViolations, readBooks } from '../ledger-snapshot.ts';
import type { PlantedBug } from '../mutation.ts';
import { newWorld, type Order } from '../world.ts';
import { mishapsOfBatches } from './batches.ts';
import { mishapsOfClosing } from './closing.ts';
import type { Mishap } from './mishap.ts';
import { mishapsOfPayments } from './payments.ts';

const atOnce = 8;

/**
 * Runs each mishap with a separate seller. With a bug, the first violation ends the run.
 * @returns the violations, each with the name of its mishap
 */
export async function runMishaps(bug?: PlantedBug): Promise<string[]> {
  const faults: string[] = [];
  const left = Object.entries({ ...mishapsOfBatches, ...mishapsOfClosing, ...mishapsOfPayments });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.shift(); next && !(bug && faults.length > 0); next = left.shift()) {
        const [name, mishap] = next;
        faults.push(...(await faultsOf(mishap, bug)).map((fault) => `${name}: ${fault}`));
      }
    }),
  );
  return faults;
}

async function faultsOf({ wanted, bought = 0, run, isContradiction }: Mishap, bug: PlantedBug | undefined): Promise<string[]> {
  try {
    const world = await newWorld(wanted, bought, bug);
    const [order] = world.orders as [Order];
    return await inside(world, async () => {
      const faults = await run(world, order, order?.items[0] as Item);
      return isContradiction ? faults : [...faults, ...invariantViolations(await readBooks(world), world)];
    });
  } catch (error) {
    return [`the mishap threw an error: ${(error as Error).message}`];
  }
}
