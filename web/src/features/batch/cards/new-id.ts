/** Returns a new card id, which is short enough for the item of a batch. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '');

export const newIds = (count: number): string[] => Array.from({ length: count }, newId);
