/** Ends a check that failed. This is a separate module, because the function of this step has no layers with media libraries. */
import { readReport, writeReport } from '../store/checks.ts';
import type { CheckId } from './get-check.ts';

/** Ends a check whose function crashed, or did not have enough memory or time. A job deletes the file of the check. */
export async function giveUpCheck({ checkId }: CheckId): Promise<void> {
  if (!(await readReport(checkId))) await writeReport(checkId, { problem: 'tooSlow' });
}
