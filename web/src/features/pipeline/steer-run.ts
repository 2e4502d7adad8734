/** POST /api/pipeline/runs and what stands below it: starts a run, stops it, goes on with it. Each may be asked for again. */
import { runResponse, type StartRunRequest } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';
import { insist } from '#web/lib/patience.ts';

/** The same run id again gets the same answer. */
export const startRun = (request: StartRunRequest) => insist(() => callApi('startRun', { body: request, schema: runResponse }));

/** `what` is 'stopRun' or 'continueRun'. */
export const steerRun = (what: 'stopRun' | 'continueRun', runId: string) =>
  insist(() => callApi(what, { parameters: { runId }, schema: runResponse }));
