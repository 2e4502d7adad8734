import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Resolution } from '../catalogue.ts';
import { imageSideMax, imageSideMin } from '../upload/image-file.ts';
import { frameSize } from './defaults.ts';
import { isRatio, ratioSideMax, sidesOf } from './ratio.ts';
import { type FramePlan, type ProcessingStrategy, planFrame, type Rect, sharesOf } from './strategy.ts';

const plan = (width: number, height: number, aspectRatio: string, resolution: Resolution = '1080p') =>
  planFrame({ photo: { width, height }, aspectRatio, model: 'veo3', resolution });

const outpainting = 'OUTPAINTING_REQUIRED';
const directGeneration = 'DIRECT_GENERATION';
const padding = 'PADDING_AND_CROP';

describe('the plan of a photo', () => {
  test.each<[number, number, string, ProcessingStrategy, FramePlan['modelAspectRatio'], Rect | null]>([
    // The model supports the ordered ratio. The photo has this ratio after a trim of at most 3 percent.
    [1080, 1920, '9:16', directGeneration, '9:16', null],
    [1100, 1920, '9:16', directGeneration, '9:16', null],
    [3840, 2160, '16:9', directGeneration, '16:9', null],
    // The model supports the ordered ratio. The photo has another ratio.
    [900, 1200, '9:16', outpainting, '9:16', null],
    [1920, 1080, '9:16', outpainting, '9:16', null],
    [1000, 1000, '16:9', outpainting, '16:9', null],
    // The photo has the ordered ratio, but the model does not support it. So the other parts of the frame are cropped later.
    [1000, 1000, '1:1', padding, '9:16', { x: 0, y: 420, width: 1080, height: 1080 }],
    [1080, 1350, '4:5', padding, '9:16', { x: 0, y: 284, width: 1080, height: 1350 }],
    [1200, 900, '4:3', padding, '16:9', { x: 240, y: 0, width: 1440, height: 1080 }],
    // The photo has another ratio, and the model does not support the ordered ratio.
    [1200, 900, '1:1', outpainting, '9:16', { x: 0, y: 420, width: 1080, height: 1080 }],
    [900, 1200, '4:3', outpainting, '16:9', { x: 240, y: 0, width: 1440, height: 1080 }],
    // The photo is too wide or too tall for the outpaint vendor.
    [640, 8192, '9:16', padding, '9:16', null],
    [8192, 64, '1:1', padding, '9:16', { x: 0, y: 420, width: 1080, height: 1080 }],
    [2510, 1000, '16:9', padding, '16:9', null],
    [2500, 1000, '16:9', outpainting, '16:9', null],
  ])('the plan of a photo of %i × %i pixels for the ratio %s is %s', (width, height, aspectRatio, strategy, native, cropInfo) => {
    const framePlan = plan(width, height, aspectRatio);
    expect(framePlan).toMatchObject({
      processingStrategy: strategy,
      modelAspectRatio: native,
      finalTargetRatio: aspectRatio,
      cropInfo,
      needsPostProcessing: cropInfo !== null,
      outpaintTargetRatio: strategy === outpainting ? native : null,
      needsCropAfterOutpainting: strategy === outpainting && cropInfo !== null,
      modelConfig: { model: 'veo3', apiName: 'veo3-image-to-video', aspectRatio: native, resolution: '1080p', durationSeconds: 8 },
    });
    expect(framePlan.outpaintParams !== null).toBe(strategy === outpainting);
  });

  test('the plan for a square video contains the whole 4:3 photo, and has the correct shares of the added and cropped areas', () => {
    const framePlan = plan(1200, 900, '1:1');
    expect(framePlan.photo).toEqual({ x: 0, y: 555, width: 1080, height: 810 });
    expect(framePlan.outpaintParams).toEqual({ left: 0, right: 0, up: 555, down: 555 });
    expect(sharesOf(framePlan)).toEqual({ added: 0.25, cutAway: 0.4375 });
  });

  test('the plan adds and crops nothing if the photo has the ratio of the frame', () => {
    expect(sharesOf(plan(1080, 1920, '9:16'))).toEqual({ added: 0, cutAway: 0 });
  });
});

describe('2,000 random photos, ratios and resolutions', () => {
  const side = fc.integer({ min: imageSideMin, max: imageSideMax });
  const ratioSide = fc.integer({ min: 1, max: ratioSideMax });
  const ratio = fc
    .tuple(ratioSide, ratioSide)
    .map(([width, height]) => `${width}:${height}`)
    .filter(isRatio);
  const resolution = fc.constantFrom<Resolution>('720p', '1080p');
  const checkEveryPlan = (check: (framePlan: FramePlan, photo: { width: number; height: number }) => void) =>
    fc.assert(
      fc.property(side, side, ratio, resolution, (width, height, aspectRatio, videoResolution) => {
        check(plan(width, height, aspectRatio, videoResolution), { width, height });
      }),
      { numRuns: 2000 },
    );
  const isInside = (inner: Rect, outer: Rect) =>
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height;

  test('the frame has a size that the model supports', () => {
    checkEveryPlan(({ frame, modelAspectRatio, modelConfig }) => {
      expect(frame).toEqual(frameSize(modelAspectRatio, modelConfig.resolution));
    });
  });

  test('the delivered part has exactly the ratio, has even sides and positions, and is inside the frame', () => {
    checkEveryPlan(({ frame, final, finalTargetRatio, cropInfo }) => {
      const sides = sidesOf(finalTargetRatio);
      expect(final.width * sides.height).toBe(final.height * sides.width);
      for (const length of Object.values(final)) expect(length % 2).toBe(0);
      expect(isInside(final, { x: 0, y: 0, ...frame })).toBe(true);
      expect(Math.min(final.width, final.height)).toBeGreaterThanOrEqual(64);
      if (cropInfo) expect(cropInfo).toEqual(final);
      else expect(final).toEqual({ x: 0, y: 0, ...frame });
    });
  });

  test('the delivered part contains the whole photo without distortion, except for a trim of at most 3 percent', () => {
    checkEveryPlan(({ photo: photoInFrame, final }, photo) => {
      expect(isInside(photoInFrame, final)).toBe(true);
      expect(Math.min(photoInFrame.width, photoInFrame.height)).toBeGreaterThanOrEqual(1);
      // Rounding to whole pixels changes a side by at most half a pixel.
      const rounding = 0.5 / Math.min(photoInFrame.width, photoInFrame.height);
      const stretch = Math.abs(Math.log((photoInFrame.width * photo.height) / (photoInFrame.height * photo.width)));
      expect(stretch).toBeLessThanOrEqual(0.031 + 2 * rounding);
    });
  });

  test('the extended photo fills the frame, and the photo is within the limits of the outpaint vendor', () => {
    let outpaintedPlans = 0;
    const check = ({ processingStrategy, outpaintParams, photo, frame }: FramePlan) => {
      if (processingStrategy !== outpainting || !outpaintParams) {
        expect(outpaintParams).toBeNull();
        return;
      }
      outpaintedPlans += 1;
      const { left, right, up, down } = outpaintParams;
      expect({ width: left + photo.width + right, height: up + photo.height + down }).toEqual(frame);
      expect([left, up]).toEqual([photo.x, photo.y]);
      for (const added of [left, right, up, down]) {
        expect(added).toBeGreaterThanOrEqual(0);
        expect(added).toBeLessThanOrEqual(2000);
      }
      expect(left + right + up + down).toBeGreaterThan(0);
      expect(Math.min(photo.width, photo.height)).toBeGreaterThanOrEqual(64);
      expect(Math.max(photo.width, photo.height)).toBeLessThanOrEqual(2.5 * Math.min(photo.width, photo.height));
      expect(photo.width * photo.height).toBeGreaterThanOrEqual(4096);
      expect(photo.width * photo.height).toBeLessThanOrEqual(9_437_184);
    };
    checkEveryPlan(check);
    // At the limit of 2.5:1, the result depends on the rounding to whole pixels.
    for (let width = 1; width <= ratioSideMax; width++)
      for (let height = 1; height <= ratioSideMax; height++)
        for (const videoResolution of ['720p', '1080p'] as const)
          if (isRatio(`${width}:${height}`))
            for (const length of [2488, 2499, 2500, 2501]) {
              check(plan(length, 1000, `${width}:${height}`, videoResolution));
              check(plan(1000, length, `${width}:${height}`, videoResolution));
            }
    expect(outpaintedPlans).toBeGreaterThan(100);
  });

  test('the shares are between 0 and 1', () => {
    checkEveryPlan((framePlan) => {
      for (const share of Object.values(sharesOf(framePlan))) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThan(1);
      }
    });
  });
});
