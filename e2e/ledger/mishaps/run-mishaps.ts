/**
 * Races that random histories rarely produce, and rows that contradict each other, as after the restore of one table.
 * For each guard of the ledger, at least one mishap is stopped by that guard alone. Each mishap returns what went wrong, in words.
 */
import type { Item } from '#lambdas/store/batch-rows.ts';
import { faultsAtRest, readBooks } from '../books.ts';
import { inside } from '../interference.ts';
import type { PlantedBug } from '../planted-bug.ts';
import { newWorld, type Order } from '../world.ts';
import { mishapsOfBatches } from './batches.ts';
import { mishapsOfClosing } from './closing.ts';
import type { Mishap } from './mishap.ts';
import { mishapsOfPayments } from './payments.ts';

const atOnce = 8;

/**
 * Runs each mishap with a new seller. If a bug is planted, the first fault ends the run.
 * @returns what went wrong, with the name of the mishap before it.
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
      return isContradiction ? faults : [...faults, ...faultsAtRest(await readBooks(world), world)];
    });
  } catch (error) {
    return [`it did not end: ${(error as Error).message}`];
  }
}
