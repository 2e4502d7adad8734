/** GET /api/pipeline/runs: the newest runs of the account, so that any device finds them. */
import { useQuery } from '@tanstack/react-query';
import { listRunsResponse } from '#shared/pipeline/api.ts';
import { callApi } from '#web/lib/api.ts';

export const runsKey = ['pipeline-runs'] as const;

export function useRuns(userId: string | undefined) {
  return useQuery({
    queryKey: [...runsKey, userId],
    queryFn: ({ signal }) => callApi('listRuns', { schema: listRunsResponse, signal }),
    enabled: userId !== undefined,
  });
}
