/** A card's id: short enough for an item of a batch. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '');

export const newIds = (count: number): string[] => Array.from({ length: count }, newId);
