import { useEffect, useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router';
import { runParameter } from '#web/app/paths.ts';
import { usePipeline } from '../store/core.ts';
import { askFor } from '../store/runs.ts';

/** Opens the run in the address, and removes it from the address after the seller has left it. */
export function useRunAddress(): void {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(runParameter) ?? undefined;
  const isDropped = usePipeline(({ dropped }) => dropped !== undefined && dropped === asked);
  // Before the first paint, so that no other run is visible.
  useLayoutEffect(() => askFor(asked), [asked]);
  useEffect(() => {
    if (isDropped) setSearch({}, { replace: true });
  }, [isDropped, setSearch]);
}

export const runLink = (runId: string): string => `?${runParameter}=${runId}`;
