/**
 * Fills the area around a photo that is smaller than its frame. Each new line is a blurred copy of the photo's edge; the blur increases
 * with the distance. So there is no visible border, the product is not repeated, and only colours remain at a great distance. (A mirror
 * image would repeat the product. Edges with the same blur everywhere would have a visible border and stripes.)
 */
import type { Size } from '#shared/size.ts';
import type { Rect } from '#shared/video/strategy.ts';

const channels = 3;
/** Number of lines averaged for the edge, because a single line may be an artefact of the camera or of JPEG. */
const edgeLines = 3;
/** Blur radius per pixel of distance from the photo. It is large enough that stripes disappear before a viewer notices them. */
const reachPerDistance = 0.7;

/** The byte offset of an edge and the byte steps from it. */
type Edge = { start: number; along: number; length: number; outward: number; outside: number; inside: number };

/** Fills a frame of RGB pixels around its photo. Does not change the photo's pixels. */
export function continueEdges(pixels: Uint8Array, frame: Size, { x, y, width, height }: Rect): void {
  const column = channels;
  const row = channels * frame.width;
  const beside = { along: row, length: height, inside: width };
  paint(pixels, { ...beside, start: y * row + x * column, outward: -column, outside: x });
  paint(pixels, { ...beside, start: y * row + (x + width - 1) * column, outward: column, outside: frame.width - x - width });
  // The whole width is used, including the sides that are already painted, so that the corners continue both.
  const across = { along: column, length: frame.width, inside: height };
  paint(pixels, { ...across, start: y * row, outward: -row, outside: y });
  paint(pixels, { ...across, start: (y + height - 1) * row, outward: row, outside: frame.height - y - height });
}

function paint(pixels: Uint8Array, edge: Edge): void {
  const { start, along, length, outward, outside } = edge;
  for (let channel = 0; channel < channels; channel++) {
    const blurred = blurOf(meanLine(pixels, edge, channel));
    for (let distance = 1; distance <= outside; distance++) {
      const reach = Math.min(length, 1 + Math.round(distance * reachPerDistance));
      const line = start + outward * distance + channel;
      for (let at = 0; at < length; at++) pixels[line + at * along] = Math.round(blurred(at, reach));
    }
  }
}

function meanLine(pixels: Uint8Array, { start, along, length, outward, inside }: Edge, channel: number): Float64Array {
  const lines = Math.min(edgeLines, inside);
  return Float64Array.from({ length }, (_, at) => {
    let sum = 0;
    for (let line = 0; line < lines; line++) sum += pixels[start + channel + at * along - line * outward] ?? 0;
    return sum / lines;
  });
}

/**
 * Returns a function that blurs a line with a triangle filter; `reach` is its radius in pixels. The line is mirrored at both ends. It uses
 * double prefix sums, whose second difference is the triangle filter. So the time per value does not depend on the radius.
 */
function blurOf(line: Float64Array): (at: number, reach: number) => number {
  const { length } = line;
  const sums = new Float64Array(3 * length + 2);
  let sum = 0;
  for (let n = 0; n < 3 * length; n++) {
    sums[n + 1] = (sums[n] ?? 0) + sum;
    const within = n % length;
    sum += line[Math.floor(n / length) === 1 ? within : length - 1 - within] ?? 0;
  }
  sums[3 * length + 1] = (sums[3 * length] ?? 0) + sum;
  return (at, reach) => {
    const here = length + at + 1;
    return ((sums[here + reach] ?? 0) - 2 * (sums[here] ?? 0) + (sums[here - reach] ?? 0)) / (reach * reach);
  };
}
