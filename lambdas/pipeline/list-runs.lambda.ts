import { handle } from '../platform/handle.ts';
import { listRunsOf } from './get-run.ts';

export const handler = handle({ endpoint: 'listRuns' }, async ({ caller, now }) => ({ body: await listRunsOf(caller.userId, now) }));
