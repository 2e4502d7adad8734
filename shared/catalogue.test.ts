import { describe, expect, test } from 'vitest';
import { apiNameOf, fallbackApiName, imageModel, imageModels, videoModel, videoModelNamed, videoModels } from './catalogue.ts';

describe('the video models', () => {
  test.each([
    ['veo3', 'veo3-image-to-video', 'Veo 3.1', 25, 45, '1080p', true],
    ['veo3-fast', 'veo3-fast-image-to-video', 'Veo 3.1 fast', 15, 20, '720p', false],
  ])('the model %s has the specified values', (id, apiName, displayName, audioOff, audioOn, resolution, isRecommended) => {
    expect(videoModel(id)).toMatchObject({
      id,
      apiName,
      displayName,
      endpoint: '/api/fal/generate-video',
      pricing: { audioOff, audioOn },
      specs: { durationSeconds: 8, resolution, supportsAudio: true, supportedResolutions: ['720p', '1080p'] },
      isEnabled: true,
      isRecommended,
    });
  });

  test('the video models have different names, and one of the two is recommended', () => {
    expect(videoModels).toHaveLength(2);
    expect(videoModels.filter((model) => model.isRecommended)).toHaveLength(1);
    expect(new Set(videoModels.flatMap(({ id, apiName }) => [id, apiName])).size).toBe(4);
  });

  test.each(['veo3', 'veo3-image-to-video'])('the video model with the name %s is found', (name) => {
    expect(videoModelNamed(name)?.id).toBe('veo3');
  });

  test.each(['', 'veo2', 'Veo 3.1', 'toString', '__proto__'])(
    'no video model has the name %j, so apiNameOf returns the fallback name',
    (name) => {
      expect(videoModelNamed(name)).toBeUndefined();
      expect(apiNameOf(name)).toBe(fallbackApiName);
    },
  );

  test('one of the video models has the fallback API name', () => {
    expect(fallbackApiName).toBe('veo3-image-to-video');
    expect(videoModelNamed(fallbackApiName)).toBeDefined();
    expect(apiNameOf('veo3-fast')).toBe('veo3-fast-image-to-video');
  });
});

test('the first image model is the default model, and an image of each model costs five cents', () => {
  expect(imageModels.map(({ id, price, pauseBetweenGroupsMs }) => [id, price, pauseBetweenGroupsMs])).toEqual([
    ['gemini-2.5-flash-image', 5, 500],
    ['GPT-Image-1', 5, 1000],
  ]);
});

test.each([
  ['gemini-2.5-flash-image', ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']],
  ['GPT-Image-1', ['1:1', '2:3', '3:2']],
])('the image model %s has the specified ratios, and 1:1 is the first one', (id, ratios) => {
  expect(imageModel(id)?.aspectRatios).toEqual(ratios);
});

test('imageModel returns undefined for an unknown id', () => {
  expect(imageModel('gpt-image-1')).toBeUndefined();
});
