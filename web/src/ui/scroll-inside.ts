/** The space between a tile and the edge of its row, in CSS pixels. */
const gap = 12;

/** Scrolls a row of tiles until this tile is visible. Does not scroll the page. */
export function scrollInside(strip: HTMLElement | null | undefined, tile: HTMLElement | null): void {
  if (!tile || !strip) return;
  const [inner, outer] = [tile.getBoundingClientRect(), strip.getBoundingClientRect()];
  if (inner.top < outer.top) strip.scrollTop -= outer.top - inner.top + gap;
  else if (inner.bottom > outer.bottom) strip.scrollTop += inner.bottom - outer.bottom + gap;
  if (inner.left < outer.left) strip.scrollLeft -= outer.left - inner.left + gap;
  else if (inner.right > outer.right) strip.scrollLeft += inner.right - outer.right + gap;
}
