import { describe, expect, test } from 'vitest';
import { batchIdOfOperation, generateVideoRequest, operationNameOf } from './single-calls.ts';

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
    ['of seconds as a text', { duration: '8s' }, 'DurationUnsupported'],
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
