/** Draws the shadow of a product on the floor. */
import sharp from 'sharp';
import { createBlank, type Picture } from './picture.ts';
import { boxOf, type ProductMask } from './product-mask.ts';

export type ShadowLook = { strength: number; softness: number };
export const softShadow: ShadowLook = { strength: 0.48, softness: 0.022 };
export const hardShadow: ShadowLook = { strength: 0.6, softness: 0.008 };

/** Height of the shadow, as a share of the product's height. */
const depthShare = 0.06;

/**
 * Returns a black picture with alpha, in the size of the mask. The shadow follows the lower outline of each part of the product, and is
 * darkest at the point that touches the floor.
 */
export async function shadowOf(productMask: ProductMask, { strength, softness }: ShadowLook): Promise<Picture> {
  const { data, width, height } = productMask;
  const box = boxOf(productMask);
  const depth = Math.max(3, Math.round(box.height * depthShare));
  const outline = Buffer.alloc(width * height);
  for (let y = box.top; y < height; y++) {
    // Only the lower half of the product touches the floor. So there is no shadow directly below a handle or a nozzle.
    const floorShare = Math.min(1, Math.max(0, (2 * (y - box.top)) / box.height - 1));
    const upperRow = Math.max(0, y - depth) * width;
    for (let x = 0; x < width; x++) outline[y * width + x] = data[upperRow + x]! * floorShare ** 2;
  }
  const blurred = await sharp(outline, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.5, Math.max(box.width, box.height) * softness))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const shadow = createBlank(width, height);
  for (let pixel = 0; pixel < blurred.length; pixel++) shadow.rgba[pixel * 4 + 3] = blurred[pixel]! * strength;
  return shadow;
}
