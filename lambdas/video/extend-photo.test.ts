/** Tests which outpainting results are accepted, and how the photo changes in them, measured in pixels. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { OutpaintOrder, OutpaintVendor } from '../vendors/outpaint-port.ts';
import { extendPhoto } from './extend-photo.ts';

const width = 240;
const height = 180;
const params = { left: 0, right: 60, up: 90, down: 50 };
const whole = { width: width + 60, height: height + 140 };
const painted = { r: 20, g: 140, b: 60 };

/** A photo with fine noise on a plain colour. Blur changes it a lot. */
const photo = sharp({
  create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 150, sigma: 12 } },
})
  .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  .toBuffer();

/** Returns a vendor with the given result. It records its orders. */
function vendorOf(answer: (order: OutpaintOrder) => Promise<Buffer>): OutpaintVendor & { orders: OutpaintOrder[] } {
  const orders: OutpaintOrder[] = [];
  return {
    orders,
    extend(order) {
      orders.push(order);
      return answer(order);
    },
  };
}

/** A valid result, but with small changes to the product, as outpainting often causes them. */
const extended = async ({ photo: source, left, up }: OutpaintOrder, size = whole): Promise<Buffer> => {
  const repainted = await sharp(source).linear(1, -25).png().toBuffer();
  return sharp({ create: { ...size, channels: 3, background: painted } })
    .composite([{ input: repainted, left, top: up }])
    .png()
    .toBuffer();
};

async function pixelsOf(image: Buffer) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [0, 1, 2].map((channel) => data[(y * info.width + x) * info.channels + channel] ?? Number.NaN);
}
const distance = (a: number[], b: number[]) => Math.max(...a.map((value, n) => Math.abs(value - (b[n] ?? Number.NaN))));

describe('an extended photo', () => {
  test('is ordered once, with the fixed prompt and the creativity of docs/spec.md 5.4', async () => {
    const vendor = vendorOf(extended);
    await extendPhoto(await photo, params, vendor);
    expect(vendor.orders).toEqual([{ ...params, photo: await photo, prompt: expect.stringMatching(/seamless/i), creativity: 0.3 }]);
  });

  test('contains the original pixels of the photo at its position, and the painted area around it', async () => {
    const result = await extendPhoto(await photo, params, vendorOf(extended));
    expect(await sharp(result).metadata()).toMatchObject({ format: 'jpeg', ...whole, chromaSubsampling: '4:4:4' });
    const [at, own] = await Promise.all([pixelsOf(result), pixelsOf(await photo)]);
    // The area inside the seam. The left edge has no seam, because it is the edge of the frame.
    const differences: number[] = [];
    for (let y = 20; y < height - 20; y++)
      for (let x = 0; x < width - 20; x++) differences.push((at(x, y + params.up)[0] ?? 0) - (own(x, y)[0] ?? 0));
    // These pixels were only encoded as JPEG again. A repainted photo would be 25 darker on average.
    expect(Math.abs(differences.reduce((sum, difference) => sum + difference) / differences.length)).toBeLessThan(1);
    for (const [x, y] of [
      [10, 10],
      [whole.width - 10, 150],
      [100, whole.height - 10],
    ] as const)
      expect(distance(at(x, y), [painted.r, painted.g, painted.b])).toBeLessThan(6);
  });

  test('has no visible line at the seam, because the photo is blended in', async () => {
    const plain = await sharp({ create: { width, height, channels: 3, background: '#c8c8c8' } })
      .jpeg()
      .toBuffer();
    const black = async () =>
      sharp({ create: { ...whole, channels: 3, background: '#000' } })
        .png()
        .toBuffer();
    const at = await pixelsOf(await extendPhoto(plain, params, vendorOf(black)));
    const across = Array.from({ length: 40 }, (_, y) => at(100, params.up - 10 + y)[0] ?? 0);
    expect(across.slice(0, 8).every((value) => value < 4)).toBe(true);
    expect(across.slice(-8).every((value) => Math.abs(value - 200) < 4)).toBe(true);
    for (let y = 1; y < across.length; y++) expect((across[y] ?? 0) - (across[y - 1] ?? 0)).toBeLessThan(40);
  });
});

describe('an outpainting result is rejected', () => {
  const blurred = async (order: OutpaintOrder) =>
    sharp(await extended(order))
      .blur(20)
      .png()
      .toBuffer();
  test.each<[string, (order: OutpaintOrder) => Promise<Buffer>]>([
    ['if it is not a picture', async () => Buffer.from('{"errors":["something"]}')],
    ['if it is empty', async () => Buffer.alloc(0)],
    ['if it is truncated', async (order) => (await extended(order)).subarray(0, 5000)],
    ['if it has another size', (order) => extended(order, { width: whole.width, height: whole.height + 1 })],
    ['if it has twice the size', (order) => extended(order, { width: 2 * whole.width, height: 2 * whole.height })],
    ['if a content filter blurred it', blurred],
  ])('%s', async (_, answer) => {
    const vendor = vendorOf(answer);
    await expect(extendPhoto(await photo, params, vendor)).rejects.toMatchObject({ code: 'OutpaintingInvalid' });
    expect(vendor.orders).toHaveLength(1);
  });

  test('unless it is a blurred result of a plain photo, because blur does not change a plain photo', async () => {
    const plain = await sharp({ create: { width, height, channels: 3, background: '#c8c8c8' } })
      .jpeg()
      .toBuffer();
    expect(await sharp(await extendPhoto(plain, params, vendorOf(blurred))).metadata()).toMatchObject(whole);
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
  ])('%s is reported as %s', async (code, expected) => {
    const cause = new AppError(code);
    const vendor = vendorOf(async () => {
      throw cause;
    });
    await expect(extendPhoto(await photo, params, vendor)).rejects.toMatchObject({ code: expected, cause });
    expect(vendor.orders).toHaveLength(1);
  });

  test('of an unknown kind is reported as OutpaintingFailed', async () => {
    const vendor = vendorOf(async () => {
      throw new TypeError('a bug');
    });
    await expect(extendPhoto(await photo, params, vendor)).rejects.toMatchObject({ code: 'OutpaintingFailed' });
  });
});
