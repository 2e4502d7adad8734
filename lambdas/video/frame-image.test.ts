/** Compares the rendered frame with its plan, in pixels. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { planFrame } from '#shared/video/strategy.ts';
import { renderFrame } from './frame-image.ts';

/** Returns a photo with a dark border. The border shows whether the edges are at the correct position. */
async function borderedPhoto(width: number, height: number): Promise<Buffer> {
  const inner = { width: Math.round(width * 0.8), height: Math.round(height * 0.8) };
  return sharp({ create: { width, height, channels: 3, background: '#202020' } })
    .composite([{ input: { create: { ...inner, channels: 3, background: '#d0d0d0' } }, gravity: 'center' }])
    .jpeg({ quality: 95 })
    .toBuffer();
}
const planOf = (width: number, height: number, aspectRatio: string) =>
  planFrame({ photo: { width, height }, aspectRatio, model: 'veo3', resolution: '720p' });

async function readPixels(image: Buffer) {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { ...info, pixelAt: (x: number, y: number) => data[y * info.width + x] ?? Number.NaN };
}

describe('the frame of a photo', () => {
  test('the frame is the photo, scaled to the size of the frame, if both have the same aspect ratio', async () => {
    const { width, height, pixelAt } = await readPixels(await renderFrame(await borderedPhoto(900, 1600), planOf(900, 1600, '9:16')));
    expect({ width, height }).toEqual({ width: 720, height: 1280 });
    expect(
      [pixelAt(5, 640), pixelAt(360, 5), pixelAt(360, 640), pixelAt(714, 640), pixelAt(360, 1274)].map((value) => Math.round(value / 16)),
    ).toEqual([2, 2, 13, 2, 2]);
  });

  test('the frame contains only the scaled photo if the photo must be extended', async () => {
    const plan = planOf(1200, 900, '9:16');
    const { width, height } = await readPixels(await renderFrame(await borderedPhoto(1200, 900), plan));
    expect({ width, height }).toEqual({ width: plan.photo.width, height: plan.photo.height });
    expect(width).toBe(720);
  });

  test.each([
    [1000, 1250, '4:5'],
    [1000, 1000, '1:1'],
    [64, 1280, '9:16'],
    [4000, 300, '16:9'],
  ])('the frame contains the whole photo at its position (photo of %i × %i for the ratio %s)', async (width, height, aspectRatio) => {
    const plan = planOf(width, height, aspectRatio);
    const renderedFrame = await readPixels(await renderFrame(await borderedPhoto(width, height), plan));
    expect({ width: renderedFrame.width, height: renderedFrame.height }).toEqual(plan.frame);
    const { x, y, width: w, height: h } = plan.photo;
    expect(renderedFrame.pixelAt(x + Math.floor(w / 2), y + Math.floor(h / 2))).toBeGreaterThan(180);
    // The border of each side must be visible in the outermost pixels of the photo.
    for (const [px, py] of [
      [x + 1, y + Math.floor(h / 2)],
      [x + w - 2, y + Math.floor(h / 2)],
      [x + Math.floor(w / 2), y + 1],
      [x + Math.floor(w / 2), y + h - 2],
    ] as const)
      expect(renderedFrame.pixelAt(px, py)).toBeLessThan(90);
  });

  test('the frame has no visible line between the photo and the added area', async () => {
    const [width, height] = [1000, 1000];
    const [leftColour, rightColour] = [
      [208, 128, 64],
      [48, 96, 160],
    ];
    const colourAt = (x: number, channel: number) =>
      (leftColour?.[channel] ?? 0) + (((rightColour?.[channel] ?? 0) - (leftColour?.[channel] ?? 0)) * x) / width;
    const gradient = Buffer.from(Uint8Array.from({ length: 3 * width * height }, (_, n) => colourAt(Math.floor(n / 3) % width, n % 3)));
    const photo = await sharp(gradient, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const plan = planOf(width, height, '1:1');
    const renderedFrame = await readPixels(await renderFrame(photo, plan));
    const scaledPhoto = await readPixels(await sharp(photo).resize(plan.photo.width, plan.photo.height).toBuffer());
    const { x, y, height: h } = plan.photo;
    for (const column of [10, 200, 360, 500, 710]) {
      const edgeRows = [y - 1, y + h - 1];
      for (const row of edgeRows)
        expect(Math.abs(renderedFrame.pixelAt(column, row) - renderedFrame.pixelAt(column, row + 1))).toBeLessThan(6);
      for (const row of [100, 360, 600]) {
        expect(Math.abs(renderedFrame.pixelAt(x + column, y + row) - scaledPhoto.pixelAt(column, row))).toBeLessThan(4);
      }
    }
  });

  test('the frame is smaller than 9 MiB, the limit of the vendors, even for noise', async () => {
    let state = 1;
    const noise = Buffer.alloc(1600 * 1200 * 3).map(() => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
    const photo = await sharp(noise, { raw: { width: 1600, height: 1200, channels: 3 } })
      .jpeg({ quality: 100 })
      .toBuffer();
    const size = { width: 1600, height: 1200 };
    const strategies = (['16:9', '4:3'] as const).map(async (aspectRatio) => {
      const plan = planFrame({ photo: size, aspectRatio, model: 'veo3', resolution: '1080p' });
      expect((await renderFrame(photo, plan)).length).toBeLessThan(9 * 1024 * 1024);
      return plan.processingStrategy;
    });
    expect(await Promise.all(strategies)).toEqual(['OUTPAINTING_REQUIRED', 'PADDING_AND_CROP']);
  });

  test.each(['9:16', '16:9', '4:5'])('the frame is not rendered for the ratio %s if the photo cannot be read', async (aspectRatio) => {
    const photo = (await borderedPhoto(900, 1600)).subarray(0, 100);
    await expect(renderFrame(photo, planOf(900, 1600, aspectRatio))).rejects.toMatchObject({
      code: 'PreprocessingFailed',
      cause: expect.any(Error),
    });
  });

  test('the frame keeps its colours without chroma subsampling', async () => {
    expect(await sharp(await renderFrame(await borderedPhoto(900, 1600), planOf(900, 1600, '9:16'))).metadata()).toMatchObject({
      format: 'jpeg',
      space: 'srgb',
      chromaSubsampling: '4:4:4',
    });
  });
});
