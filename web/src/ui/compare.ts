/** Where on something wide a pointer is, in percent from its left edge: the edges themselves for one that is beyond them. */
export const shareAt = (clientX: number, { left, width }: { left: number; width: number }): number =>
  width > 0 ? Math.min(100, Math.max(0, ((clientX - left) / width) * 100)) : 0;

type Point = { clientX: number; clientY: number };

/** In CSS pixels: less than this is a finger that trembles. */
const tremble = 6;

/** Whether a finger that came down at one point and is at another goes sideways, rather than up, down or nowhere. */
export function goesSideways(from: Point, to: Point): boolean {
  const across = Math.abs(to.clientX - from.clientX);
  return across > tremble && across > Math.abs(to.clientY - from.clientY);
}
