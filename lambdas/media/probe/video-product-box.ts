/** Finds the product in all frames of a video on a plain background. A crop around the resulting box contains the whole product. */
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import type { Frame } from 'node-av/lib';
import type { Box } from '#shared/marketplaces/probe.ts';
import { colourFilters } from '../colours.ts';
import { framesOf } from '../read-stream.ts';
import { backgroundOf, productBox } from './product-box.ts';

/**
 * The product is searched in frames of this size, and only a few times per second. A search in each pixel of each frame would need minutes.
 */
const searchSide = 480;
const framesPerSecond = 4;
/** Maximum number of searched frames: those of two minutes. A video for a marketplace is shorter. */
const framesMax = 480;

/**
 * Returns the smallest box with the product of all searched frames. Returns undefined if the background is not plain. Also returns
 * undefined if the product is at an edge of a frame, because then its position is not known.
 */
export async function videoProductBox(file: string): Promise<Box | undefined> {
  await using input = await Demuxer.open(file);
  const stream = input.video();
  if (!stream) return undefined;
  const { width, height } = stream.codecpar;
  const scale = Math.min(1, searchSide / Math.max(width, height));
  using decoder = await Decoder.create(stream);
  using filter = FilterAPI.create(
    [
      ...colourFilters(stream),
      `fps=fps=${framesPerSecond}`,
      `scale=w=${Math.round(width * scale)}:h=${Math.round(height * scale)}:flags=area`,
      'format=pix_fmts=rgba',
    ].join(','),
    { framerate: stream.avgFrameRate },
  );
  let union: Box | undefined;
  let count = 0;
  for await (using frame of framesOf({ input, decoder, filter })) {
    if (count === framesMax) break;
    count += 1;
    const box = boxIn(frame);
    if (!box) return undefined;
    union = union ? unionOf(union, box) : box;
  }
  return union && scaled(union, 1 / scale, { width, height });
}

function boxIn(frame: Frame): Box | undefined {
  const pixels = { data: frame.toBuffer(), width: frame.width, height: frame.height };
  const background = backgroundOf(pixels, 'exact');
  return background && productBox(pixels, background);
}

function unionOf(one: Box, other: Box): Box {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  return {
    left,
    top,
    width: Math.max(one.left + one.width, other.left + other.width) - left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  };
}

/** Rounds outwards, so that the box contains the whole product. */
function scaled(box: Box, factor: number, whole: { width: number; height: number }): Box {
  const [left, top] = [Math.floor(box.left * factor), Math.floor(box.top * factor)];
  return {
    left,
    top,
    width: Math.min(whole.width, Math.ceil((box.left + box.width) * factor)) - left,
    height: Math.min(whole.height, Math.ceil((box.top + box.height) * factor)) - top,
  };
}
