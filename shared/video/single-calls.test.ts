import { describe, expect, test } from 'vitest';
import {
  batchIdOfOperation,
  generateGeminiVideoRequest,
  generateVideoRequest,
  operationMessage,
  operationNameOf,
  outpaintRequest,
  preprocessRequest,
} from './single-calls.ts';

const image = { url: 'uploads/me/temp-images/a.jpg', title: 'Shoe.jpg' };
const asSpec = { image, prompt: 'A slow push in', model: 'veo3', duration: 5, aspectRatio: '9:16', generateAudio: false };

describe('a call for a video', () => {
  test('as SPEC sends it is an item of a batch: eight seconds, in the resolution of its model', () => {
    expect(generateVideoRequest.parse(asSpec)).toEqual({
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
    ['of eight seconds', { duration: 8 }, { duration: 8 }],
    ['of seconds as a card has them', { duration: '8s' }, { duration: 8 }],
    ['with audio as a card has it', { generateAudio: 'on' }, { generateAudio: true }],
    ['without audio as a card has it', { generateAudio: 'off' }, { generateAudio: false }],
    ['for a model by its api name', { model: 'veo3-fast-image-to-video' }, { model: 'veo3-fast', resolution: '720p' }],
    ['for no model', { model: undefined }, { model: 'veo3' }],
    ['in a resolution of the model', { resolution: '720p' }, { resolution: '720p' }],
    ['without ratio and audio', { aspectRatio: undefined, generateAudio: undefined }, { aspectRatio: '9:16', generateAudio: false }],
    ['of a picture without a title', { image: { url: 'x' } }, { title: '' }],
  ])('%s', (_, changes, item) => {
    expect(generateVideoRequest.parse({ ...asSpec, ...changes }).item).toMatchObject(item);
  });

  test.each<[string, object, string]>([
    ['without a picture', { image: {} }, 'ImageRequired'],
    ['without any', { image: undefined }, 'ImageRequired'],
    ['of seven seconds', { duration: 7 }, 'DurationUnsupported'],
    ['of seven seconds as a text', { duration: '7s' }, 'DurationUnsupported'],
    ['with a text for its audio', { generateAudio: 'loud' }, 'Invalid input'],
    ['for a model that is none', { model: 'veo9' }, 'UnknownModel'],
    ['in a resolution that is none', { resolution: '4k' }, 'ResolutionUnsupported'],
    ['in a ratio that is none', { aspectRatio: '0:9' }, 'RatioUnsupported'],
    ['in a ratio that the model lacks', { model: 'veo3-fast', aspectRatio: '1:1' }, 'RatioUnsupported'],
    ['without a prompt', { prompt: undefined }, 'PromptRequired'],
    ['with a blank prompt', { prompt: '  ' }, 'PromptRequired'],
    ['with a prompt of 2,001 characters', { prompt: 'x'.repeat(2001) }, 'PromptTooLong'],
  ])('%s is refused', (_, changes, code) => {
    const { success, error } = generateVideoRequest.safeParse({ ...asSpec, ...changes });
    expect(success).toBe(false);
    expect(error?.issues[0]?.message).toBe(code);
  });
});

test('an operation’s name leads back to its batch, and no other text does', () => {
  expect(batchIdOfOperation(operationNameOf('abc'))).toBe('abc');
  expect(batchIdOfOperation('abc')).toBeUndefined();
  expect(batchIdOfOperation('models/veo/operations/abc')).toBeUndefined();
});

test('Gemini’s call says the same with other words', () => {
  const said = generateGeminiVideoRequest.parse({ image: 'AAAA', title: 'Shoe.jpg', mimeType: 'image/png', prompt: 'A slow push in' });
  expect(said).toEqual(
    generateVideoRequest.parse({ image: { base64: 'AAAA', title: 'Shoe.jpg', mimeType: 'image/png' }, prompt: 'A slow push in' }),
  );
  expect(generateGeminiVideoRequest.safeParse({ image: '', prompt: 'A slow push in' }).error?.issues[0]?.message).toBe('ImageRequired');
});

describe('a call to preprocess', () => {
  const plain = { imageUrl: 'uploads/me/temp-images/a.jpg', targetAspectRatio: '3:4', mimeType: 'image/jpeg', model: 'veo3' };

  test.each<[string, object, object]>([
    ['as SPEC sends it', {}, { model: 'veo3', resolution: '1080p', mimeType: 'image/jpeg' }],
    ['for a model by its api name', { model: 'veo3-image-to-video' }, { model: 'veo3' }],
    ['without what can be left out', { model: undefined, mimeType: undefined }, { model: 'veo3', mimeType: 'image/jpeg' }],
    [
      'for the other model and its own shape',
      { model: 'veo3-fast', targetAspectRatio: '16:9' },
      { model: 'veo3-fast', resolution: '720p' },
    ],
  ])('%s', (_, changes, expected) => {
    expect(preprocessRequest.parse({ ...plain, ...changes })).toMatchObject(expected);
  });

  test.each<[string, object, string]>([
    ['in a ratio that is none', { targetAspectRatio: 'a:b' }, 'RatioUnsupported'],
    ['in a ratio that is not reduced', { targetAspectRatio: '6:8' }, 'RatioUnsupported'],
    ['in a ratio that the model lacks', { model: 'veo3-fast' }, 'RatioUnsupported'],
    ['into a PNG', { mimeType: 'image/png' }, 'ImageTypeUnsupported'],
    ['for a model that is none', { model: 'veo9' }, 'UnknownModel'],
    ['in a resolution that is none', { resolution: '4k' }, 'ResolutionUnsupported'],
  ])('%s is refused', (_, changes, code) => {
    expect(preprocessRequest.safeParse({ ...plain, ...changes }).error?.issues[0]?.message).toBe(code);
  });

  test.each<[string, object, string]>([
    ['a ratio that is none', { targetAspectRatio: 'a:b' }, 'targetAspectRatio'],
    ['a ratio that the model lacks', { model: 'veo3-fast' }, 'targetAspectRatio'],
    ['a resolution that is none', { resolution: '4k' }, 'resolution'],
  ])('names the field of %s as SPEC does', (_, changes, field) => {
    expect(preprocessRequest.safeParse({ ...plain, ...changes }).error?.issues[0]?.path).toEqual([field]);
  });
});

test.each([
  ['nothing', {}],
  ['zeros', { left: 0, right: 0, up: 0, down: 0 }],
  ['less than nothing', { left: -1 }],
  ['part of a pixel', { left: 0.5 }],
  ['2,001 pixels', { left: 2001 }],
])('a picture cannot be extended by %s', (_, outpaintParams) => {
  expect(outpaintRequest.safeParse({ imageUrl: 'a.jpg', outpaintParams }).success).toBe(false);
  expect(outpaintRequest.safeParse({ imageUrl: 'a.jpg', outpaintParams: { left: 2000 } }).success).toBe(true);
});

test.each([
  ['VendorTimeout', 'gemini', 'Gemini video generation timed out after 10 minutes'],
  ['VendorTimeout', 'fal', 'The video took too long and was stopped.'],
  ['VendorMalformedAnswer', 'gemini', 'Video generation did not return a video URL'],
  ['VendorMalformedAnswer', 'fal', 'FAL AI did not return a video URL'],
  ['OutpaintingInvalid', 'gemini', 'Outpainting did not return a valid image'],
  ['PreprocessingFailed', undefined, 'Cloudinary preprocessing failed'],
] as const)('of %s at %s is said: %s', (code, vendor, message) => {
  expect(operationMessage(code, vendor)).toBe(message);
});
