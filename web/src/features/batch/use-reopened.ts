import { useEffect, useEffectEvent } from 'react';
import type { BatchResponse } from '#shared/batch/api.ts';
import { useLocation } from '#web/lib/router.tsx';
import { takeBatch } from './reopened.ts';

/** Opens the batch that the seller chose in the history for this page. */
export function useReopened(isReady: boolean, open: (batch: BatchResponse) => void): void {
  const { pathname, key } = useLocation();
  const openPassed = useEffectEvent(() => {
    const batch = takeBatch(pathname);
    if (batch) open(batch);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation, even if the page stays the same.
  useEffect(() => {
    if (isReady) openPassed();
  }, [isReady, key]);
}
