/** The shadow of a product on its floor. */
import sharp from 'sharp';
import type { Matte } from './matte.ts';
import { boxOf } from './matte.ts';
import { blank, type Picture } from './picture.ts';

export type ShadowLook = { strength: number; softness: number };
export const softShadow: ShadowLook = { strength: 0.5, softness: 0.035 };
export const hardShadow: ShadowLook = { strength: 0.65, softness: 0.012 };

/** Black with alpha, in the size of the matte: a flattened outline below the product, darkest where it touches the floor. */
export async function shadowOf(matte: Matte, { strength, softness }: ShadowLook): Promise<Picture> {
  const { width, height } = matte;
  const box = boxOf(matte);
  const depth = Math.max(2, Math.round(box.height * 0.22));
  const outline = Buffer.alloc(width * height);
  const bottom = box.top + box.height;
  for (let y = 0; y < depth; y++) {
    // This row of the floor shows the outline at the height that casts its shadow here.
    const row = Math.round(bottom - depth * 0.45 + y);
    const source = Math.min(height - 1, Math.round(box.top + box.height * (1 - (y + 0.5) / depth) ** 0.6));
    if (row < 0 || row >= height) continue;
    const shift = Math.round(y * 0.35);
    for (let x = 0; x < width; x++) {
      const value = matte.data[source * width + Math.max(0, x - shift)]!;
      if (value > outline[row * width + x]!) outline[row * width + x] = value;
    }
  }
  const soft = await sharp(outline, { raw: { width, height, channels: 1 } })
    .blur(Math.max(0.5, Math.max(box.width, box.height) * softness))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const shadow = blank(width, height);
  for (let pixel = 0; pixel < soft.length; pixel++) shadow.rgba[pixel * 4 + 3] = soft[pixel]! * strength;
  return shadow;
}
