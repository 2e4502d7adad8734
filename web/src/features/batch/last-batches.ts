/** The batches an account last looked at in this browser, oldest first, until it starts anew. */
const keyOf = (userId: string) => `vitrine.last_batches.${userId}`;

/** Undefined where this browser has never shown a batch of the account. */
export function readLastBatches(userId: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(userId)) ?? 'null');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : undefined;
  } catch {
    return undefined;
  }
}

export function writeLastBatches(userId: string, batchIds: readonly string[]): void {
  window.localStorage.setItem(keyOf(userId), JSON.stringify(batchIds));
}
