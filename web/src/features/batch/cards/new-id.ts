/** Returns a new card id. It is short enough for the id of a batch item. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '');

export const newIds = (count: number): string[] => Array.from({ length: count }, newId);
