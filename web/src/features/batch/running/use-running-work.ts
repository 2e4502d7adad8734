/**
 * GET /api/batches?active=true and GET /api/pipeline/runs: the running work of the account. The page reads it repeatedly while work is
 * running.
 */
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type BatchResponse, listActiveBatchesResponse } from '#shared/batch/api.ts';
import { listRunsResponse } from '#shared/pipeline/api.ts';
import { profileKey, useProfile } from '#web/features/auth/get-profile.ts';
import { callApi } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { batchQuery } from '../calls/get-batch.ts';
import { type RunningWork, runningWorkOf } from './running-work.ts';

/** The header needs no exact progress, so it reads the work less often than the page of a tool. */
const pollEveryMs = 6_000;

export const runningWorkKey = ['running-work'] as const;

async function listRunningWork(signal: AbortSignal) {
  const [{ items: active, orders = [] }, { items: runs }] = await Promise.all([
    callApi('listActiveBatches', { query: { active: 'true' }, schema: listActiveBatchesResponse, signal }),
    callApi('listRuns', { schema: listRunsResponse, signal }),
  ]);
  return { active, orders, runs: runs.filter(({ status }) => status === 'running') };
}

const loadedBatches = (results: UseQueryResult<BatchResponse>[]) => results.flatMap(({ data }) => data ?? []);

function useActiveWork() {
  const session = useSession();
  const userId = session.status === 'user' && !session.expired ? session.user.id : undefined;
  const { data, refetch } = useQuery({
    queryKey: [...runningWorkKey, userId],
    queryFn: ({ signal }) => listRunningWork(signal),
    enabled: userId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && state.data.active.length + state.data.orders.length + state.data.runs.length > 0 ? pollEveryMs : false,
    refetchOnWindowFocus: true,
  });
  return { ...(userId !== undefined && data), refetch };
}

/** Returns the ids of the large orders that have not ended, newest first. */
export const useOpenOrders = (): string[] => (useActiveWork().orders ?? []).map(({ orderId }) => orderId);

/** Returns the running work, newest first; the list is empty for a visitor. */
export function useRunningWork(): RunningWork[] {
  const available = useProfile()?.available;
  const { active = [], orders = [], runs = [], refetch } = useActiveWork();
  const loaded = useQueries({
    queries: active.map(({ batchId }) => ({ ...batchQuery(batchId, true), refetchInterval: pollEveryMs })),
    combine: loadedBatches,
  });

  // Each start and each end of work changes the available balance.
  useEffect(() => {
    if (available !== undefined) void refetch();
  }, [available, refetch]);
  const endedCount = loaded.reduce((sum, { counters }) => sum + counters.completed + counters.failed + counters.cancelled, 0);
  useEffect(() => {
    if (endedCount > 0) void queries.invalidateQueries({ queryKey: profileKey });
  }, [endedCount]);

  return runningWorkOf({ active, orders, runs }, loaded);
}
