import { job } from '../platform/job.ts';
import { deleteChecksBefore } from '../store/check-files.ts';

/** Files and reports older than this time are deleted. A page reads the report within minutes. */
const keptMs = 60 * 60 * 1000;

export const handler = job('removeChecks', (now) => deleteChecksBefore(new Date(now.getTime() - keptMs)));
