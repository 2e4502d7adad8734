/** Photos for tests, as data: URLs. */
import sharp from 'sharp';

let photo: Promise<string> | undefined;
/** Returns a landscape photo with soft waves of several lengths, so that motion is measurable. */
export function photoUrl(): Promise<string> {
  photo ??= wavyPhoto(1600, 900).then((jpeg) => dataUrl('image/jpeg', jpeg));
  return photo;
}

export const dataUrl = (type: string, content: Buffer): string => `data:${type};base64,${content.toString('base64')}`;

function wavyPhoto(width: number, height: number): Promise<Buffer> {
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index += 3) {
      rgb[index] = 128 + 60 * Math.sin(x / 19 + y / 41) + 50 * Math.sin(y / 23);
      rgb[index + 1] = 128 + 60 * Math.sin(y / 17 - x / 53) + 50 * Math.sin(x / 29);
      rgb[index + 2] = 128 + 90 * Math.sin((x + y) / 31);
    }
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
