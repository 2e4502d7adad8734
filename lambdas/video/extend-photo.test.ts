/** Tests which outpainting results are accepted, and checks the pixels of the photo in the accepted results. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { OutpaintOrder, OutpaintVendor } from '../vendors/outpaint-port.ts';
import { extendPhoto } from './extend-photo.ts';

const width = 240;
const height = 180;
const params = { left: 0, right: 60, up: 90, down: 50 };
const extendedSize = { width: width + 60, height: height + 140 };
const paintedColour = { r: 20, g: 140, b: 60 };

/** A photo with fine noise on a plain colour, because blur changes such a photo a lot. */
const photo = sharp({
  create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 150, sigma: 12 } },
})
  .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  .toBuffer();

/** Returns a vendor that has the given result and records the orders that it receives. */
function vendorOf(makeResult: (order: OutpaintOrder) => Promise<Buffer>): OutpaintVendor & { orders: OutpaintOrder[] } {
  const orders: OutpaintOrder[] = [];
  return {
    orders,
    extend(order) {
      orders.push(order);
      return makeResult(order);
    },
  };
}

/** A valid result with small changes to the product. Outpainting often causes such changes. */
const makeExtended = async ({ photo: source, left, up }: OutpaintOrder, size = extendedSize): Promise<Buffer> => {
  const repaintedPhoto = await sharp(source).linear(1, -25).png().toBuffer();
  return sharp({ create: { ...size, channels: 3, background: paintedColour } })
    .composite([{ input: repaintedPhoto, left, top: up }])
    .png()
    .toBuffer();
};

async function pixelsOf(image: Buffer) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [0, 1, 2].map((channel) => data[(y * info.width + x) * info.channels + channel] ?? Number.NaN);
}
const distance = (a: number[], b: number[]) => Math.max(...a.map((value, n) => Math.abs(value - (b[n] ?? Number.NaN))));

describe('an extended photo', () => {
  test('an extended photo is ordered once, with the fixed prompt and the creativity of docs/spec.md 5.4', async () => {
    const vendor = vendorOf(makeExtended);
    await extendPhoto(await photo, params, vendor);
    expect(vendor.orders).toEqual([{ ...params, photo: await photo, prompt: expect.stringMatching(/seamless/i), creativity: 0.3 }]);
  });

  test('an extended photo contains the original pixels of the photo at its position, and the generated area around it', async () => {
    const result = await extendPhoto(await photo, params, vendorOf(makeExtended));
    expect(await sharp(result).metadata()).toMatchObject({ format: 'jpeg', ...extendedSize, chromaSubsampling: '4:4:4' });
    const [resultPixel, photoPixel] = await Promise.all([pixelsOf(result), pixelsOf(await photo)]);
    // The loop compares the area inside the seam. The left edge has no seam, because it is the edge of the frame.
    const differences: number[] = [];
    for (let y = 20; y < height - 20; y++)
      for (let x = 0; x < width - 20; x++) differences.push((resultPixel(x, y + params.up)[0] ?? 0) - (photoPixel(x, y)[0] ?? 0));
    // The original pixels change only a little when they are encoded as JPEG again. In the result of the vendor, the photo is darker by 25
    // (of 255) on average.
    expect(Math.abs(differences.reduce((sum, difference) => sum + difference) / differences.length)).toBeLessThan(1);
    for (const [x, y] of [
      [10, 10],
      [extendedSize.width - 10, 150],
      [100, extendedSize.height - 10],
    ] as const)
      expect(distance(resultPixel(x, y), [paintedColour.r, paintedColour.g, paintedColour.b])).toBeLessThan(6);
  });

  test('an extended photo has no visible line at the seam, because the photo fades into the generated area', async () => {
    const plainPhoto = await sharp({ create: { width, height, channels: 3, background: '#c8c8c8' } })
      .jpeg()
      .toBuffer();
    const makeBlack = async () =>
      sharp({ create: { ...extendedSize, channels: 3, background: '#000' } })
        .png()
        .toBuffer();
    const pixelAt = await pixelsOf(await extendPhoto(plainPhoto, params, vendorOf(makeBlack)));
    const seamValues = Array.from({ length: 40 }, (_, y) => pixelAt(100, params.up - 10 + y)[0] ?? 0);
    expect(seamValues.slice(0, 8).every((value) => value < 4)).toBe(true);
    expect(seamValues.slice(-8).every((value) => Math.abs(value - 200) < 4)).toBe(true);
    for (let y = 1; y < seamValues.length; y++) expect((seamValues[y] ?? 0) - (seamValues[y - 1] ?? 0)).toBeLessThan(40);
  });
});

describe('an outpainting result', () => {
  const makeBlurred = async (order: OutpaintOrder) =>
    sharp(await makeExtended(order))
      .blur(20)
      .png()
      .toBuffer();
  test.each<[string, (order: OutpaintOrder) => Promise<Buffer>]>([
    ['not a picture', async () => Buffer.from('{"errors":["something"]}')],
    ['empty', async () => Buffer.alloc(0)],
    ['truncated', async (order) => (await makeExtended(order)).subarray(0, 5000)],
    ['larger than ordered by one pixel', (order) => makeExtended(order, { width: extendedSize.width, height: extendedSize.height + 1 })],
    ['twice as large as ordered', (order) => makeExtended(order, { width: 2 * extendedSize.width, height: 2 * extendedSize.height })],
    ['blurred by a content filter', makeBlurred],
  ])('an outpainting result is rejected if it is %s', async (_, makeResult) => {
    const vendor = vendorOf(makeResult);
    await expect(extendPhoto(await photo, params, vendor)).rejects.toMatchObject({ code: 'OutpaintingInvalid' });
    expect(vendor.orders).toHaveLength(1);
  });

  test('a blurred outpainting result is accepted if the photo is plain, because blur does not change a plain photo', async () => {
    const plainPhoto = await sharp({ create: { width, height, channels: 3, background: '#c8c8c8' } })
      .jpeg()
      .toBuffer();
    expect(await sharp(await extendPhoto(plainPhoto, params, vendorOf(makeBlurred))).metadata()).toMatchObject(extendedSize);
  });
});

describe('an error of the vendor', () => {
  test.each<[ErrorCode, ErrorCode]>([
    ['VendorRefused', 'OutpaintingRefused'],
    ['VendorMalformedAnswer', 'OutpaintingInvalid'],
    ['VendorRejectedInput', 'OutpaintingFailed'],
    ['VendorMisconfigured', 'OutpaintingFailed'],
    // The state machine retries these errors.
    ['VendorBusy', 'VendorBusy'],
    ['VendorServerError', 'VendorServerError'],
    ['VendorUnreachable', 'VendorUnreachable'],
  ])('the error %s is reported as %s', async (code, expected) => {
    const cause = new AppError(code);
    const vendor = vendorOf(async () => {
      throw cause;
    });
    await expect(extendPhoto(await photo, params, vendor)).rejects.toMatchObject({ code: expected, cause });
    expect(vendor.orders).toHaveLength(1);
  });

  test('an error of an unknown kind is reported as OutpaintingFailed', async () => {
    const vendor = vendorOf(async () => {
      throw new TypeError('a bug');
    });
    await expect(extendPhoto(await photo, params, vendor)).rejects.toMatchObject({ code: 'OutpaintingFailed' });
  });
});
