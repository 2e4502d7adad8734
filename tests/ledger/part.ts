/** Runs one part of the full suite in a separate process: `part.ts <name> <parameters as JSON>`. Sends the result to its parent. */
import { startTables } from '../fixtures/tables.ts';
import { runLives } from './crash-points.ts';
import { interfere } from './fault-injection.ts';
import { faultKinds, runHistories } from './histories.ts';
import { runMishaps } from './mishaps/run-mishaps.ts';
import { plantedBugs } from './mutations.ts';
import { withoutLogs } from './quiet.ts';

/** The counts of a part, and descriptions of its violations. */
export type Found = { figures: Record<string, string | number>; faults: string[] };

const historiesForBug = 60;

export const parts = {
  async histories({ seed, count }: { seed: number; count: number }): Promise<Found> {
    const { histories, coverage, violation } = await runHistories({ seed, count });
    const met = [...coverage.values()].reduce((sum, kinds) => sum + kinds.size, 0);
    return {
      figures: {
        histories,
        'reads and writes of moves': coverage.size,
        'faults met by them': `${met} of ${coverage.size * faultKinds.length}`,
      },
      faults: violation ? [violation] : [],
    };
  },

  async lives({ share, shares }: { share: number; shares: number }): Promise<Found> {
    const { lives, points, pairs, violations } = await runLives({ inPairs: true, share, shares });
    return { figures: { lives, 'crash points': points, 'pairs of crash points': pairs }, faults: violations };
  },

  async bugs({ share, shares }: { share: number; shares: number }): Promise<Found> {
    const found: Found = { figures: {}, faults: await runMishaps() };
    let [caught, caughtByHistories] = [0, 0];
    for (const [number, bug] of plantedBugs().entries()) {
      if (number % shares !== share) continue;
      const byMishaps = await runMishaps(bug);
      const { violation } = await runHistories({ seed: 1, count: historiesForBug, bug });
      if (violation) caughtByHistories += 1;
      if (bug.planted === 0 || bug.misfit) found.faults.push(`this mutation no longer fits the code: ${bug.name}: ${bug.misfit}`);
      if (byMishaps.length > 0) caught += 1;
      else found.faults.push(`the suite does not detect the bug: ${bug.name}`);
    }
    return { ...found, figures: { 'planted bugs caught': caught, 'of them by random histories too': caughtByHistories } };
  },
};
export type PartName = keyof typeof parts;

if (import.meta.main) {
  const [name, parameters = '{}'] = process.argv.slice(2);
  const undo = [withoutLogs(), (await startTables()).stop, interfere()];
  const run = parts[name as PartName] as (given: unknown) => Promise<Found>;
  const startedAt = performance.now();
  const found = await run(JSON.parse(parameters));
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  for (const each of undo) await each();
  process.send?.({ ...found, figures: { ...found.figures, seconds } }, () => process.exit());
}
