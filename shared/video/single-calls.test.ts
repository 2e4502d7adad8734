import { describe, expect, test } from 'vitest';
import { generateGeminiVideoRequest, generateVideoRequest, outpaintRequest, preprocessRequest } from './single-calls.ts';

const image = { url: 'uploads/me/temp-images/a.jpg', title: 'Shoe.jpg' };
const specRequest = { image, prompt: 'A slow push in', model: 'veo3', duration: 5, aspectRatio: '9:16', generateAudio: false };

describe('a video request', () => {
  test('a video request is converted to a batch item with eight seconds and the resolution of its model', () => {
    expect(generateVideoRequest.parse(specRequest)).toEqual({
      image: { url: image.url },
      operationId: undefined,
      item: {
        itemId: 'video',
        uploadKey: '-',
        title: 'Shoe.jpg',
        prompt: 'A slow push in',
        model: 'veo3',
        duration: 8,
        aspectRatio: '9:16',
        resolution: '1080p',
        generateAudio: false,
      },
    });
  });

  test.each<[string, object, object]>([
    ['without a duration', { duration: undefined }, { duration: 8 }],
    ['with eight seconds', { duration: 8 }, { duration: 8 }],
    ['with the duration in the format of a card', { duration: '8s' }, { duration: 8 }],
    ['with audio in the format of a card', { generateAudio: 'on' }, { generateAudio: true }],
    ['without audio in the format of a card', { generateAudio: 'off' }, { generateAudio: false }],
    ['with the API name of a model', { model: 'veo3-fast-image-to-video' }, { model: 'veo3-fast', resolution: '720p' }],
    ['without a model', { model: undefined }, { model: 'veo3' }],
    ['with a resolution of the model', { resolution: '720p' }, { resolution: '720p' }],
    ['without ratio and audio', { aspectRatio: undefined, generateAudio: undefined }, { aspectRatio: '9:16', generateAudio: false }],
    ['with a picture without a title', { image: { url: 'x' } }, { title: '' }],
  ])('a video request %s is accepted', (_, changes, item) => {
    expect(generateVideoRequest.parse({ ...specRequest, ...changes }).item).toMatchObject(item);
  });

  test.each<[string, object, string]>([
    ['with an empty image', { image: {} }, 'ImageRequired'],
    ['without an image', { image: undefined }, 'ImageRequired'],
    ['with seven seconds', { duration: 7 }, 'DurationUnsupported'],
    ['with seven seconds as a text', { duration: '7s' }, 'DurationUnsupported'],
    ['with an unknown text as audio', { generateAudio: 'loud' }, 'Invalid input'],
    ['with an unknown model', { model: 'veo9' }, 'UnknownModel'],
    ['with an unknown resolution', { resolution: '4k' }, 'ResolutionUnsupported'],
    ['with an invalid ratio', { aspectRatio: '0:9' }, 'RatioUnsupported'],
    ['with a ratio that the model does not support', { model: 'veo3-fast', aspectRatio: '1:1' }, 'RatioUnsupported'],
    ['without a prompt', { prompt: undefined }, 'PromptRequired'],
    ['with a blank prompt', { prompt: '  ' }, 'PromptRequired'],
    ['with a prompt of 2,001 characters', { prompt: 'x'.repeat(2001) }, 'PromptTooLong'],
  ])('a video request %s is refused', (_, changes, code) => {
    const { success, error } = generateVideoRequest.safeParse({ ...specRequest, ...changes });
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toBe(code);
  });
});

test('a Gemini request is converted to the same order', () => {
  const parsed = generateGeminiVideoRequest.parse({ image: 'AAAA', title: 'Shoe.jpg', mimeType: 'image/png', prompt: 'A slow push in' });
  expect(parsed).toEqual(
    generateVideoRequest.parse({ image: { base64: 'AAAA', title: 'Shoe.jpg', mimeType: 'image/png' }, prompt: 'A slow push in' }),
  );
  expect(generateGeminiVideoRequest.safeParse({ image: '', prompt: 'A slow push in' }).error?.issues[0]?.message).toBe('ImageRequired');
});

describe('a preprocess request', () => {
  const validRequest = { imageUrl: 'uploads/me/temp-images/a.jpg', targetAspectRatio: '3:4', mimeType: 'image/jpeg', model: 'veo3' };

  test.each<[string, object, object]>([
    ['with the specified fields', {}, { model: 'veo3', resolution: '1080p', mimeType: 'image/jpeg' }],
    ['with the API name of a model', { model: 'veo3-image-to-video' }, { model: 'veo3' }],
    ['without its optional fields', { model: undefined, mimeType: undefined }, { model: 'veo3', mimeType: 'image/jpeg' }],
    ['for veo3-fast with a native ratio', { model: 'veo3-fast', targetAspectRatio: '16:9' }, { model: 'veo3-fast', resolution: '720p' }],
  ])('a preprocess request %s is accepted', (_, changes, expected) => {
    expect(preprocessRequest.parse({ ...validRequest, ...changes })).toMatchObject(expected);
  });

  test.each<[string, object, string]>([
    ['with an invalid ratio', { targetAspectRatio: 'a:b' }, 'RatioUnsupported'],
    ['with a ratio that is not reduced', { targetAspectRatio: '6:8' }, 'RatioUnsupported'],
    ['with a ratio that the model does not support', { model: 'veo3-fast' }, 'RatioUnsupported'],
    ['with PNG as output', { mimeType: 'image/png' }, 'ImageTypeUnsupported'],
    ['with an unknown model', { model: 'veo9' }, 'UnknownModel'],
    ['with an unknown resolution', { resolution: '4k' }, 'ResolutionUnsupported'],
  ])('a preprocess request %s is refused', (_, changes, code) => {
    expect(preprocessRequest.safeParse({ ...validRequest, ...changes }).error?.issues[0]?.message).toBe(code);
  });

  test.each<[string, object, string]>([
    ['an invalid ratio', { targetAspectRatio: 'a:b' }, 'targetAspectRatio'],
    ['a ratio that the model does not support', { model: 'veo3-fast' }, 'targetAspectRatio'],
    ['an unknown resolution', { resolution: '4k' }, 'resolution'],
  ])('the error of a preprocess request names the field of %s', (_, changes, field) => {
    expect(preprocessRequest.safeParse({ ...validRequest, ...changes }).error?.issues[0]?.path).toEqual([field]);
  });
});

test.each([
  ['no sides', {}],
  ['zeros', { left: 0, right: 0, up: 0, down: 0 }],
  ['a negative number of pixels', { left: -1 }],
  ['a fraction of a pixel', { left: 0.5 }],
  ['2,001 pixels', { left: 2001 }],
])('a picture cannot be extended by %s', (_, outpaintParams) => {
  expect(outpaintRequest.safeParse({ imageUrl: 'a.jpg', outpaintParams }).success).toBe(false);
  expect(outpaintRequest.safeParse({ imageUrl: 'a.jpg', outpaintParams: { left: 2000 } }).success).toBe(true);
});
