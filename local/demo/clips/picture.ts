/**
 * The photo as three planes of Y'CbCr 4:2:0, BT.709 limited range. The photo is converted once. Each frame is sampled from these planes.
 */

export type Plane = { data: Uint8Array; width: number; height: number };

/** Chroma planes have half the width and height. Each chroma sample is in the middle of its four pixels. */
export type Picture = { luma: Plane; blue: Plane; red: Plane };

/** BT.709 weights, scaled to limited range (luma 16 to 235, chroma 16 to 240). */
const lumaOf = (r: number, g: number, b: number): number => 16 + 0.182586 * r + 0.614231 * g + 0.062007 * b;
const blueOf = (r: number, g: number, b: number): number => 128 - 0.100644 * r - 0.338572 * g + 0.439216 * b;
const redOf = (r: number, g: number, b: number): number => 128 + 0.439216 * r - 0.398942 * g - 0.040274 * b;

/** @param rgb packed 8-bit RGB, full range. Width and height must be even. */
export function pictureOf(rgb: Uint8Array, width: number, height: number): Picture {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0, index = 0; pixel < luma.length; pixel++, index += 3) {
    luma[pixel] = lumaOf(rgb[index]!, rgb[index + 1]!, rgb[index + 2]!) + 0.5;
  }
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  const blue = new Uint8Array(halfWidth * halfHeight);
  const red = new Uint8Array(halfWidth * halfHeight);
  const nextRow = width * 3;
  for (let y = 0, sample = 0; y < halfHeight; y++) {
    for (let x = 0, index = y * 2 * nextRow; x < halfWidth; x++, index += 6, sample++) {
      const indexBelow = index + nextRow;
      const r = (rgb[index]! + rgb[index + 3]! + rgb[indexBelow]! + rgb[indexBelow + 3]!) / 4;
      const g = (rgb[index + 1]! + rgb[index + 4]! + rgb[indexBelow + 1]! + rgb[indexBelow + 4]!) / 4;
      const b = (rgb[index + 2]! + rgb[index + 5]! + rgb[indexBelow + 2]! + rgb[indexBelow + 5]!) / 4;
      blue[sample] = blueOf(r, g, b) + 0.5;
      red[sample] = redOf(r, g, b) + 0.5;
    }
  }
  return {
    luma: { data: luma, width, height },
    blue: { data: blue, width: halfWidth, height: halfHeight },
    red: { data: red, width: halfWidth, height: halfHeight },
  };
}
