import { job } from '../platform/job.ts';
import { deleteChecksBefore } from '../store/check-files.ts';

/** A page reads the report within minutes. */
const keptMs = 60 * 60 * 1000;

export const handler = job('removeChecks', (now) => deleteChecksBefore(new Date(now.getTime() - keptMs)));
