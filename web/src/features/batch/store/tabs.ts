/** Informs the other tabs of this browser about the batches that a tab has started. */
import type { Tool } from '../cards/tool.ts';
import { liveUserId } from './core.ts';

export type Started = { userId: string; tool: Tool; batchId: string; orderId: string };

const channelName = 'vitrine.batches';

const isStarted = (data: unknown): data is Started =>
  typeof data === 'object' &&
  data !== null &&
  ['userId', 'tool', 'batchId', 'orderId'].every((key) => typeof (data as Started)[key as keyof Started] === 'string');

export type Tabs = { tell(started: Omit<Started, 'userId'>): void; stop(): void };

/** @param onStarted called when another tab has started a batch for the same account. */
export function openTabs(onStarted: (started: Started) => void): Tabs {
  if (typeof BroadcastChannel !== 'function') return { tell: () => undefined, stop: () => undefined };
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isStarted(data) && data.userId === liveUserId()) onStarted(data);
  };
  return {
    tell(started) {
      const userId = liveUserId();
      if (userId) channel.postMessage({ userId, ...started } satisfies Started);
    },
    stop: () => channel.close(),
  };
}
