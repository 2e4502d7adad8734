/** GET /api/pipeline/runs: the newest runs of the account, including runs of other devices. */
import type { QueryObserverOptions } from '@tanstack/react-query';
import { type ListRunsResponse, listRunsResponse } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';

export const runsKey = ['pipeline-runs'] as const;

export const runsQuery = (userId: string | undefined): QueryObserverOptions<ListRunsResponse> => ({
  queryKey: [...runsKey, userId],
  queryFn: ({ signal }) => callApi('listRuns', { schema: listRunsResponse, signal }),
  enabled: userId !== undefined,
});
