import { profileKey } from '#web/features/auth/get-profile.ts';
import { queries } from '#web/lib/queries.ts';
import { runsKey } from './list-runs.ts';

/** Reads the balance and the list of runs again, because each change of a run changes both. */
export function readAfterChange(): void {
  void queries.invalidateQueries({ queryKey: profileKey });
  void queries.invalidateQueries({ queryKey: runsKey });
}
