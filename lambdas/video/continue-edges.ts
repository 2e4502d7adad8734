/**
 * Fills the area around a photo that is smaller than its frame. Each new line is a blurred copy of the edge of the photo. The blur
 * increases with the distance, so there is no visible border, and only colours remain at a great distance.
 *
 * Simpler methods are worse. A mirror image would repeat the product. The same blur at all distances would cause a visible border and
 * stripes.
 */
import type { Size } from '#shared/size.ts';
import type { Rect } from '#shared/video/strategy.ts';

const channels = 3;
/** The colour of the edge is the average of this number of lines. A single line may be an artefact of the camera or of JPEG. */
const edgeLines = 3;
/** Blur radius per pixel of distance from the photo. With this value, stripes disappear close to the photo. */
const reachPerDistance = 0.7;

/** An edge of the photo: its byte offset, its length, the byte steps along the edge and away from the photo, and the numbers of lines. */
type Edge = { start: number; alongStep: number; length: number; outwardStep: number; newLines: number; photoLines: number };

/** Fills a frame of RGB pixels around its photo. The pixels of the photo are not changed. */
export function continueEdges(pixels: Uint8Array, frame: Size, { x, y, width, height }: Rect): void {
  const column = channels;
  const row = channels * frame.width;
  const verticalEdge = { alongStep: row, length: height, photoLines: width };
  paintLines(pixels, { ...verticalEdge, start: y * row + x * column, outwardStep: -column, newLines: x });
  paintLines(pixels, {
    ...verticalEdge,
    start: y * row + (x + width - 1) * column,
    outwardStep: column,
    newLines: frame.width - x - width,
  });
  // The function uses the whole width, including the sides that are already filled. So the corners continue both edges.
  const horizontalEdge = { alongStep: column, length: frame.width, photoLines: height };
  paintLines(pixels, { ...horizontalEdge, start: y * row, outwardStep: -row, newLines: y });
  paintLines(pixels, { ...horizontalEdge, start: (y + height - 1) * row, outwardStep: row, newLines: frame.height - y - height });
}

function paintLines(pixels: Uint8Array, edge: Edge): void {
  const { start, alongStep, length, outwardStep, newLines } = edge;
  for (let channel = 0; channel < channels; channel++) {
    const blurredAt = createBlur(meanLine(pixels, edge, channel));
    for (let distance = 1; distance <= newLines; distance++) {
      const reach = Math.min(length, 1 + Math.round(distance * reachPerDistance));
      const line = start + outwardStep * distance + channel;
      for (let index = 0; index < length; index++) pixels[line + index * alongStep] = Math.round(blurredAt(index, reach));
    }
  }
}

function meanLine(pixels: Uint8Array, { start, alongStep, length, outwardStep, photoLines }: Edge, channel: number): Float64Array {
  const lines = Math.min(edgeLines, photoLines);
  return Float64Array.from({ length }, (_, index) => {
    let sum = 0;
    for (let line = 0; line < lines; line++) sum += pixels[start + channel + index * alongStep - line * outwardStep] ?? 0;
    return sum / lines;
  });
}

/**
 * Returns a function that blurs a line with a triangle filter. `reach` is the radius in pixels. The line is mirrored at both ends. The
 * second difference of double prefix sums is the triangle filter. So the time per value does not depend on the radius.
 */
function createBlur(line: Float64Array): (index: number, reach: number) => number {
  const { length } = line;
  const sums = new Float64Array(3 * length + 2);
  let sum = 0;
  for (let n = 0; n < 3 * length; n++) {
    sums[n + 1] = (sums[n] ?? 0) + sum;
    const offsetInCopy = n % length;
    sum += line[Math.floor(n / length) === 1 ? offsetInCopy : length - 1 - offsetInCopy] ?? 0;
  }
  sums[3 * length + 1] = (sums[3 * length] ?? 0) + sum;
  return (index, reach) => {
    const centre = length + index + 1;
    return ((sums[centre + reach] ?? 0) - 2 * (sums[centre] ?? 0) + (sums[centre - reach] ?? 0)) / (reach * reach);
  };
}
