/** Ends a check that failed. This is a separate module, because its function has no layers with media libraries. */
import { readReport, writeReport } from '../store/checks.ts';
import type { CheckId } from './get-check.ts';

/** Ends a check whose function crashed, had not enough memory, or had not enough time. The job deletes its file. */
export async function giveUpCheck({ checkId }: CheckId): Promise<void> {
  if (!(await readReport(checkId))) await writeReport(checkId, { problem: 'tooSlow' });
}
