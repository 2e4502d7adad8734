/**
 * Runs one part of the full ledger tests in a separate process, and sends the result to the parent process. The command is
 * `part.ts <name> <parameters as JSON>`.
 */
import { startTables } from '../fixtures/tables.ts';
import { runScenarios } from './crash-points.ts';
import { interceptAwsCalls } from './fault-injection.ts';
import { faultKinds, runHistories } from './histories.ts';
import { createMutations } from './mutations.ts';
import { muteLogs } from './mute-logs.ts';
import { runRaces, runRacesAndFindAffected } from './races/run-races.ts';

/** The counts of a part, and descriptions of its violations. */
export type PartResult = { counts: Record<string, string | number>; violations: string[] };

const historiesPerMutation = 60;

export const parts = {
  async histories({ seed, count }: { seed: number; count: number }): Promise<PartResult> {
    const { histories, coverage, violation } = await runHistories({ seed, count });
    const injectedFaults = [...coverage.values()].reduce((sum, kinds) => sum + kinds.size, 0);
    return {
      counts: {
        histories,
        'different reads and writes': coverage.size,
        'injected combinations of a read or write and a kind of fault': `${injectedFaults} of ${coverage.size * faultKinds.length}`,
      },
      violations: violation ? [violation] : [],
    };
  },

  async scenarios({ shareIndex, shareCount }: { shareIndex: number; shareCount: number }): Promise<PartResult> {
    const { scenarios, points, pairs, violations } = await runScenarios({ usesPairs: true, shareIndex, shareCount });
    return { counts: { scenarios, 'crash points': points, 'pairs of crash points': pairs }, violations };
  },

  async mutations({ shareIndex, shareCount }: { shareIndex: number; shareCount: number }): Promise<PartResult> {
    const { violations, affected } = await runRacesAndFindAffected(createMutations());
    const result: PartResult = { counts: {}, violations };
    let [detected, detectedByHistories] = [0, 0];
    for (const [number, mutation] of createMutations().entries()) {
      if (number % shareCount !== shareIndex) continue;
      const raceViolations = await runRaces(mutation, affected);
      const { violation } = await runHistories({ seed: 1, count: historiesPerMutation, mutation });
      if (violation) detectedByHistories += 1;
      if (mutation.appliedCount === 0 || mutation.rejection)
        result.violations.push(`this mutation no longer matches the code: ${mutation.name}: ${mutation.rejection}`);
      if (raceViolations.length > 0) detected += 1;
      else result.violations.push(`no race scenario detects the mutation: ${mutation.name}`);
    }
    return { ...result, counts: { 'detected mutations': detected, 'mutations that random histories also detect': detectedByHistories } };
  },
};
export type PartName = keyof typeof parts;

if (import.meta.main) {
  const [name, parameters = '{}'] = process.argv.slice(2);
  const cleanupSteps = [muteLogs(), (await startTables()).stop, interceptAwsCalls()];
  const run = parts[name as PartName] as (parameters: unknown) => Promise<PartResult>;
  const startedAt = performance.now();
  const result = await run(JSON.parse(parameters));
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  for (const stop of cleanupSteps) await stop();
  process.send?.({ ...result, counts: { ...result.counts, seconds } }, () => process.exit());
}
