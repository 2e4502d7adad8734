/** Tells the other tabs of this browser that a batch was started, and hears it from them. */
import { useEffect, useRef } from 'react';
import type { Tool } from './tool.ts';
import { useStable } from './use-stable.ts';

export type Started = { userId: string; tool: Tool; batchId: string; orderId: string };

const channelName = 'vitrine.batches';

const isStarted = (data: unknown): data is Started =>
  typeof data === 'object' &&
  data !== null &&
  ['userId', 'tool', 'batchId', 'orderId'].every((key) => typeof (data as Started)[key as keyof Started] === 'string');

/** Answers how to tell the others; calls `onStarted` for what another tab started for the same account. */
export function useOtherTabs(
  userId: string | undefined,
  onStarted: (started: Started) => void,
): (started: Omit<Started, 'userId'>) => void {
  const channel = useRef<BroadcastChannel>(undefined);
  const heard = useStable(onStarted);
  useEffect(() => {
    if (!userId || !('BroadcastChannel' in window)) return;
    const own = new BroadcastChannel(channelName);
    own.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isStarted(data) && data.userId === userId) heard(data);
    };
    channel.current = own;
    return () => {
      channel.current = undefined;
      own.close();
    };
  }, [userId, heard]);
  return useStable((started) => {
    if (userId) channel.current?.postMessage({ userId, ...started } satisfies Started);
  });
}
