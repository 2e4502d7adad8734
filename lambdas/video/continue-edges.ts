/**
 * What surrounds a photo that is smaller than its frame: each line outside is the photo's edge, blurred the more the further out it
 * lies. So there is no line at the border, nothing of the product is seen a second time, and far out only the colours are left.
 * (A mirror image shows the product again; edges drawn out and blurred evenly have a line at the border and stripes behind it.)
 */
import type { Size } from '#shared/video/ratio.ts';
import type { Rect } from '#shared/video/strategy.ts';

const channels = 3;
/** The edge is the mean of so many lines, as far as there are any: a single one may be the camera's or JPEG's own. */
const edgeLines = 3;
/** How far the blur reaches to both sides, of the distance from the photo: wide enough that stripes are gone before they are seen as such. */
const reachPerDistance = 0.7;

/** Where an edge lies in the picture's bytes, and how one goes from there. */
type Edge = { start: number; along: number; length: number; outward: number; outside: number; inside: number };

/** Fills a frame of RGB pixels around the photo that stands in it. The photo's own pixels are not touched. */
export function continueEdges(pixels: Uint8Array, frame: Size, { x, y, width, height }: Rect): void {
  const column = channels;
  const row = channels * frame.width;
  const beside = { along: row, length: height, inside: width };
  paint(pixels, { ...beside, start: y * row + x * column, outward: -column, outside: x });
  paint(pixels, { ...beside, start: y * row + (x + width - 1) * column, outward: column, outside: frame.width - x - width });
  // The whole width, with what was just painted: so the corners go on from both.
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
 * A line, which goes on as its mirror image at both ends, under a triangle that reaches so many pixels to both sides. Sums of sums
 * make each value cost the same, however far it reaches: the second difference of them is the triangle.
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
