/** Informs the other tabs of the browser when this tab has started batches. */
import type { Tool } from '../cards/tool.ts';
import { liveUserId } from './core.ts';

export type StartedBatch = { userId: string; tool: Tool; batchId: string; orderId: string };

const channelName = 'vitrine.batches';

const isStarted = (data: unknown): data is StartedBatch =>
  typeof data === 'object' &&
  data !== null &&
  ['userId', 'tool', 'batchId', 'orderId'].every((key) => typeof (data as StartedBatch)[key as keyof StartedBatch] === 'string');

export type Tabs = { announceBatch(started: Omit<StartedBatch, 'userId'>): void; stop(): void };

/** @param onStarted called when another tab has started a batch for the same account. */
export function openTabs(onStarted: (started: StartedBatch) => void): Tabs {
  if (typeof BroadcastChannel !== 'function') return { announceBatch: () => undefined, stop: () => undefined };
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isStarted(data) && data.userId === liveUserId()) onStarted(data);
  };
  return {
    announceBatch(started) {
      const userId = liveUserId();
      if (userId) channel.postMessage({ userId, ...started } satisfies StartedBatch);
    },
    stop: () => channel.close(),
  };
}
