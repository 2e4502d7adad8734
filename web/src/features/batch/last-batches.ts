import type { VideoTool } from './tool.ts';

/** The batches an account last looked at on a page in this browser, oldest first, until it starts anew. */
const names: Record<VideoTool, string> = { batch: 'last_batches', single: 'last_singles' };
const keyOf = (tool: VideoTool, userId: string) => `vitrine.${names[tool]}.${userId}`;

/** Undefined where this browser has never shown a batch of the account. */
export function readLastBatches(tool: VideoTool, userId: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(tool, userId)) ?? 'null');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : undefined;
  } catch {
    return undefined;
  }
}

export function writeLastBatches(tool: VideoTool, userId: string, batchIds: readonly string[]): void {
  window.localStorage.setItem(keyOf(tool, userId), JSON.stringify(batchIds));
}
