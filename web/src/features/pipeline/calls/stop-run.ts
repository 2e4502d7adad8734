/** POST /api/pipeline/runs/{runId}/stop: ends a run and keeps its best image. The call can be repeated. */
import { MutationObserver } from '@tanstack/react-query';
import { type RunResponse, runResponse } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { retryCall } from '#web/lib/retry-call.ts';
import { showRun } from './get-run.ts';
import { readAfterChange } from './run-changed.ts';

export const stopRun = (runId: string): Promise<RunResponse> =>
  new MutationObserver(queries, {
    networkMode: 'always',
    mutationFn: (id: string) => retryCall(() => callApi('stopRun', { parameters: { runId: id }, schema: runResponse })),
    onSuccess: showRun,
    onSettled: readAfterChange,
  }).mutate(runId);
