/** The server's time. The page compares it with times from the API, because the clock of a user's device may be wrong by minutes. */
import { useSyncExternalStore } from 'react';

/** Smaller differences are ignored, because the Date header has whole seconds and arrives with a delay. */
const differenceMsMin = 2_000;
let offsetMs = 0;

/**
 * Computes the difference between the clocks of the server and of the device.
 * @param header Date header of a response that has just arrived
 */
export function recordServerTime(header: string | null, nowMs: number = Date.now()): void {
  const differenceMs = Date.parse(header ?? '') - nowMs;
  if (Number.isNaN(differenceMs)) return;
  offsetMs = Math.abs(differenceMs) > differenceMsMin ? differenceMs : 0;
}

export const serverNow = (nowMs: number = Date.now()): number => nowMs + offsetMs;

const tickMs = 1_000;

function subscribe(listener: () => void): () => void {
  const timer = window.setInterval(listener, tickMs);
  return () => window.clearInterval(timer);
}

const nowInTicks = () => Math.floor(serverNow() / tickMs) * tickMs;

/** Returns the server's time in milliseconds, updated every second. */
export const useServerNow = (): number => useSyncExternalStore(subscribe, nowInTicks, () => 0);
