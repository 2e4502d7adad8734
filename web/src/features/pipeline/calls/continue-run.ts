/** POST /api/pipeline/runs/{runId}/continue: continues a paused run from its last good state. The call can be repeated. */
import { MutationObserver } from '@tanstack/react-query';
import { type RunResponse, runResponse } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { retryCall } from '#web/lib/retry-call.ts';
import { showRun } from './get-run.ts';
import { readAfterChange } from './run-changed.ts';

export const continueRun = (runId: string): Promise<RunResponse> =>
  new MutationObserver(queries, {
    networkMode: 'always',
    mutationFn: (id: string) => retryCall(() => callApi('continueRun', { parameters: { runId: id }, schema: runResponse })),
    onSuccess: showRun,
    onSettled: readAfterChange,
  }).mutate(runId);
