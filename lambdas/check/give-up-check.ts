/** Ends a check that failed. This is a separate module, because the function of this step has no layers with media libraries. */
import { readReport, writeReport } from '../store/checks.ts';
import type { CheckId } from './get-check.ts';

/** Ends a check whose function crashed, or had not enough memory or time. The job deletes its file. */
export async function giveUpCheck({ checkId }: CheckId): Promise<void> {
  if (!(await readReport(checkId))) await writeReport(checkId, { problem: 'tooSlow' });
}
