import { profileKey } from '#web/features/auth/get-profile.ts';
import { runningWorkKey } from '#web/features/batch/running/use-running-work.ts';
import { queries } from '#web/lib/queries.ts';
import { runsKey } from './list-runs.ts';

/** Reads the balance, the list of runs and the running work again, because a change of a run can change all of them. */
export function readAfterChange(): void {
  void queries.invalidateQueries({ queryKey: profileKey });
  void queries.invalidateQueries({ queryKey: runsKey });
  void queries.invalidateQueries({ queryKey: runningWorkKey });
}
