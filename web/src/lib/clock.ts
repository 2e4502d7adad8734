/** What time it is for the server, whose times the page compares with: a seller's clock may be minutes off. */
import { useSyncExternalStore } from 'react';

/** The Date header has whole seconds and travels a while: less than this says nothing about the clock. */
const noticeableMs = 2_000;
let aheadMs = 0;

/** Takes the Date header of an answer that has just come. */
export function noteServerTime(header: string | null, nowMs: number = Date.now()): void {
  const ahead = Date.parse(header ?? '') - nowMs;
  if (Number.isNaN(ahead)) return;
  aheadMs = Math.abs(ahead) > noticeableMs ? ahead : 0;
}

export const serverNow = (nowMs: number = Date.now()): number => nowMs + aheadMs;

const tickMs = 1_000;

function subscribe(listener: () => void): () => void {
  const timer = window.setInterval(listener, tickMs);
  return () => window.clearInterval(timer);
}

/** The server's time in milliseconds, by whole seconds. */
export const useServerNow = (): number => useSyncExternalStore(subscribe, () => Math.floor(serverNow() / tickMs) * tickMs);
