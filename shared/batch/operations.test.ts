import { expect, test } from 'vitest';
import { batchIdOfOperation, operationMessage, operationNameOf } from './operations.ts';

test('batchIdOfOperation returns an id only for the name of an operation', () => {
  expect(batchIdOfOperation(operationNameOf('abc'))).toBe('abc');
  expect(batchIdOfOperation('abc')).toBeUndefined();
  expect(batchIdOfOperation('models/veo/operations/abc')).toBeUndefined();
});

test.each([
  ['VendorTimeout', 'gemini', 'Gemini video generation timed out after 10 minutes'],
  ['VendorTimeout', 'fal', 'The video took too long and was stopped.'],
  ['VendorMalformedAnswer', 'gemini', 'Video generation did not return a video URL'],
  ['VendorMalformedAnswer', 'fal', 'FAL AI did not return a video URL'],
  ['OutpaintingInvalid', 'gemini', 'Outpainting did not return a valid image'],
  ['PreprocessingFailed', undefined, 'Cloudinary preprocessing failed'],
] as const)('the message of the code %s from the vendor %s is: %s', (code, vendor, message) => {
  expect(operationMessage(code, vendor)).toBe(message);
});
