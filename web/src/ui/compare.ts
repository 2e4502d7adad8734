/** Returns the pointer position in percent from the left edge, limited to 0 and 100. */
export const shareAt = (clientX: number, { left, width }: { left: number; width: number }): number =>
  width > 0 ? Math.min(100, Math.max(0, ((clientX - left) / width) * 100)) : 0;

type Point = { clientX: number; clientY: number };

/** Minimum distance of an intended movement, in CSS pixels. A finger on the screen always moves a little. */
const movePixelsMin = 6;

/** Whether a finger has moved farther than the minimum distance, and more horizontally than vertically. */
export function isHorizontalMove(start: Point, end: Point): boolean {
  const horizontalPixels = Math.abs(end.clientX - start.clientX);
  return horizontalPixels > movePixelsMin && horizontalPixels > Math.abs(end.clientY - start.clientY);
}
