/**
 * Runs one part of the full ledger tests in a separate process: `part.ts <name> <parameters as JSON>`. Sends the result to the parent
 * process.
 */
import { startTables } from '../fixtures/tables.ts';
import { runScenarios } from './crash-points.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { faultKinds, runHistories } from './histories.ts';
import { runMishaps } from './mishaps/run-mishaps.ts';
import { plantedBugs } from './mutations.ts';
import { withoutLogs } from './quiet.ts';

/** The counts of a part, and descriptions of its violations. */
export type PartResult = { counts: Record<string, string | number>; violations: string[] };

const historiesForBug = 60;

export const parts = {
  async histories({ seed, count }: { seed: number; count: number }): Promise<PartResult> {
    const { histories, coverage, violation } = await runHistories({ seed, count });
    const injectedFaults = [...coverage.values()].reduce((sum, kinds) => sum + kinds.size, 0);
    return {
      counts: {
        histories,
        'reads and writes of operations': coverage.size,
        'kinds of faults injected into them': `${injectedFaults} of ${coverage.size * faultKinds.length}`,
      },
      violations: violation ? [violation] : [],
    };
  },

  async scenarios({ share, shares }: { share: number; shares: number }): Promise<PartResult> {
    const { scenarios, points, pairs, violations } = await runScenarios({ inPairs: true, share, shares });
    return { counts: { scenarios, 'crash points': points, 'pairs of crash points': pairs }, violations };
  },

  async bugs({ share, shares }: { share: number; shares: number }): Promise<PartResult> {
    const result: PartResult = { counts: {}, violations: await runMishaps() };
    let [detected, detectedByHistories] = [0, 0];
    for (const [number, bug] of plantedBugs().entries()) {
      if (number % shares !== share) continue;
      const mishapViolations = await runMishaps(bug);
      const { violation } = await runHistories({ seed: 1, count: historiesForBug, bug });
      if (violation) detectedByHistories += 1;
      if (bug.appliedCount === 0 || bug.rejection)
        result.violations.push(`this mutation no longer matches the code: ${bug.name}: ${bug.rejection}`);
      if (mishapViolations.length > 0) detected += 1;
      else result.violations.push(`the suite does not detect the bug: ${bug.name}`);
    }
    return { ...result, counts: { 'detected bugs': detected, 'also detected by random histories': detectedByHistories } };
  },
};
export type PartName = keyof typeof parts;

if (import.meta.main) {
  const [name, parameters = '{}'] = process.argv.slice(2);
  const cleanUp = [withoutLogs(), (await startTables()).stop, interceptAwsCalls()];
  const run = parts[name as PartName] as (parameters: unknown) => Promise<PartResult>;
  const startedAt = performance.now();
  const result = await run(JSON.parse(parameters));
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  for (const stop of cleanUp) await stop();
  process.send?.({ ...result, counts: { ...result.counts, seconds } }, () => process.exit());
}
