/** POST /api/pipeline/runs: orders a run. A second call with the same run id returns the same run, so the call can be repeated. */
import { MutationObserver } from '@tanstack/react-query';
import { type RunResponse, runResponse, type StartRunRequest } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { retryCall } from '#web/lib/retry-call.ts';
import { showRun } from './get-run.ts';
import { readAfterChange } from './run-changed.ts';

export const startRun = (request: StartRunRequest): Promise<RunResponse> =>
  new MutationObserver(queries, {
    networkMode: 'always',
    mutationFn: (body: StartRunRequest) => retryCall(() => callApi('startRun', { body, schema: runResponse })),
    onSuccess: showRun,
    onSettled: readAfterChange,
  }).mutate(request);
