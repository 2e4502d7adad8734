/** The batches an account last looked at in this browser, oldest first, until it starts anew. */
const keyOf = (userId: string) => `vitrine.last_batches.${userId}`;

export function readLastBatches(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function writeLastBatches(userId: string, batchIds: readonly string[]): void {
  if (batchIds.length === 0) window.localStorage.removeItem(keyOf(userId));
  else window.localStorage.setItem(keyOf(userId), JSON.stringify(batchIds));
}
