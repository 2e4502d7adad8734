import { useEffect, useLayoutEffect } from 'react';
import { runParameter } from '#web/app/paths.ts';
import { useSearchParams } from '#web/lib/router.tsx';
import { usePipeline } from '../store/core.ts';
import { requestRun } from '../store/runs.ts';

/** Opens the run whose id is in the URL. Removes the id from the URL after the seller has closed the run. */
export function useRunAddress(): void {
  const [search, setSearch] = useSearchParams();
  const requestedRunId = search.get(runParameter) ?? undefined;
  const isLeft = usePipeline(({ leftRunId }) => leftRunId !== undefined && leftRunId === requestedRunId);
  // A layout effect runs before the browser paints, so that the page does not show another run first.
  useLayoutEffect(() => requestRun(requestedRunId), [requestedRunId]);
  useEffect(() => {
    if (isLeft) setSearch({}, { replace: true });
  }, [isLeft, setSearch]);
}

export const runLink = (runId: string): string => `?${runParameter}=${runId}`;
