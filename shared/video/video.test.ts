import { describe, expect, test } from 'vitest';
import { videoModel, videoModels } from '../catalogue.ts';
import { frameSize, videoDefaults } from './defaults.ts';
import { videoFileName } from './file-name.ts';
import { isOverdue } from './waiting.ts';

describe('the video models', () => {
  test('the video models include the default model, ratio and resolution', () => {
    const model = videoModel(videoDefaults.model);
    expect(model?.isRecommended).toBe(true);
    expect(model?.specs.aspectRatios).toContain(videoDefaults.aspectRatio);
    expect(model?.specs.resolution).toBe(videoDefaults.resolution);
  });

  test('the video models have different ids and a supported default resolution', () => {
    expect(new Set(videoModels.map(({ id }) => id)).size).toBe(videoModels.length);
    for (const { specs } of videoModels) expect(specs.supportedResolutions).toContain(specs.resolution);
  });
});

describe('a clip', () => {
  test.each([
    ['9:16', '1080p', 1080, 1920],
    ['16:9', '1080p', 1920, 1080],
    ['9:16', '720p', 720, 1280],
    ['16:9', '720p', 1280, 720],
  ] as const)('a video with the ratio %s and the resolution %s has %i × %i pixels', (ratio, resolution, width, height) => {
    expect(frameSize(ratio, resolution)).toEqual({ width, height });
  });

  test.each([
    ['Red shoe.jpg', 'video_Red-shoe_2026-11-21T08-09-10.mp4'],
    ['夏の帽子.png', 'video_夏の帽子_2026-11-21T08-09-10.mp4'],
    ['../../etc/passwd', 'video_etc-passwd_2026-11-21T08-09-10.mp4'],
    ['', 'video_clip_2026-11-21T08-09-10.mp4'],
    ['"\r\n<x>', 'video_x_2026-11-21T08-09-10.mp4'],
  ])('the video of a photo with the title %j is saved as %s', (title, name) => {
    expect(videoFileName(title, new Date('2026-11-21T08:09:10.123Z'))).toBe(name);
  });
});

describe('isOverdue', () => {
  test.each([
    [0, undefined, false],
    [1799, undefined, false],
    [1800, undefined, true],
    [700, 599, false],
    [700, 600, true],
  ])('for secondsSinceOrder %s and secondsSinceWork %s, isOverdue returns %s', (secondsSinceOrder, secondsSinceWork, overdue) => {
    expect(isOverdue({ secondsSinceOrder, secondsSinceWork, isInDoubt: false })).toBe(overdue);
  });

  test.each([
    [599, false],
    [600, true],
  ])('if secondsSinceOrder is %s and the item has no request id, isOverdue returns %s', (secondsSinceOrder, overdue) => {
    expect(isOverdue({ secondsSinceOrder, secondsSinceWork: undefined, isInDoubt: true })).toBe(overdue);
  });
});
