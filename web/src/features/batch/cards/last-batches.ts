import { localStore } from '#web/lib/storage.ts';
import type { Tool } from './tool.ts';

/**
 * Storage key of a list. The list contains the batches that a page last showed to an account in this browser, oldest first. `Start new`
 * empties the list.
 */
const keyOf = (tool: Tool, userId: string) => `vitrine.last_batches.${tool}.${userId}`;

/** Returns undefined if this browser has never shown a batch of the account. */
export function readLastBatches(tool: Tool, userId: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStore.read(keyOf(tool, userId)) ?? 'null');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : undefined;
  } catch {
    return undefined;
  }
}

export function writeLastBatches(tool: Tool, userId: string, batchIds: readonly string[]): void {
  localStore.write(keyOf(tool, userId), JSON.stringify(batchIds));
}
