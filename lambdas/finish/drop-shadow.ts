/**
 * Removes a soft shadow from an image on white. A grey pixel belongs to the shadow if a path without a sharp edge connects it to the border
 * of the image.
 */
import type { Size } from '#shared/size.ts';

type Raw = Size & { data: Buffer };

const channels = 4;
/** Maximum difference between the colour channels of a shadow. */
const chromaMax = 14;
/** Maximum change of a shadow between two neighbouring pixels. The edge of a product changes more. */
const stepMax = 6;
/** Below this value, a grey pixel belongs to the product. */
const greyMin = 96;

/** @param raw opaque pixels with 4 channels. */
export function dropShadow({ data, width, height }: Raw): Raw {
  const cleaned = Buffer.from(data);
  const visited = new Uint8Array(width * height);
  const queue = new Int32Array(width * height);
  let end = 0;
  const visit = (index: number) => {
    visited[index] = 1;
    queue[end++] = index;
  };
  for (let x = 0; x < width; x++)
    for (const index of [x, (height - 1) * width + x]) if (!visited[index] && isGrey(data, index)) visit(index);
  for (let y = 0; y < height; y++)
    for (const index of [y * width, y * width + width - 1]) if (!visited[index] && isGrey(data, index)) visit(index);
  for (let start = 0; start < end; start++) {
    const index = queue[start] ?? 0;
    cleaned.fill(255, index * channels, index * channels + channels);
    const x = index % width;
    for (const next of [x > 0 ? index - 1 : -1, x < width - 1 ? index + 1 : -1, index - width, index + width]) {
      if (next < 0 || next >= visited.length || visited[next]) continue;
      if (isGrey(data, next) && Math.abs(greenAt(data, next) - greenAt(data, index)) <= stepMax) visit(next);
    }
  }
  return { data: cleaned, width, height };
}

const greenAt = (data: Buffer, index: number): number => data[index * channels + 1] ?? 0;

function isGrey(data: Buffer, index: number): boolean {
  const offset = index * channels;
  const [red, green, blue] = [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
  const lowest = Math.min(red, green, blue);
  return lowest >= greyMin && Math.max(red, green, blue) - lowest <= chromaMax;
}
