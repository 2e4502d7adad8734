/** Where on something wide a pointer is, in percent from its left edge: the edges themselves for one that is beyond them. */
export const shareAt = (clientX: number, { left, width }: { left: number; width: number }): number =>
  width > 0 ? Math.min(100, Math.max(0, ((clientX - left) / width) * 100)) : 0;
