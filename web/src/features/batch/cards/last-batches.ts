import { localStore } from '#web/lib/storage.ts';
import type { Tool } from './tool.ts';

/** The batches an account last looked at on a page in this browser, oldest first, until it starts anew. */
const keyOf = (tool: Tool, userId: string) => `vitrine.last_batches.${tool}.${userId}`;

/** Undefined where this browser has never shown a batch of the account. */
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
