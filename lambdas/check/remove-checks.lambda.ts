import { job } from '../platform/job.ts';
import { deleteChecksBefore } from '../store/check-files.ts';

/** Maximum age of files and reports. A page reads the report within minutes, so older ones are deleted. */
const keptMs = 60 * 60 * 1000;

export const handler = job('removeChecks', (now) => deleteChecksBefore(new Date(now.getTime() - keptMs)));
