import { describe, expect, test } from 'vitest';
import { dimensionsError, fileError, sniffImageType } from './image-file.ts';

const bytes = (...parts: (number | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((char) => char.charCodeAt(0)))));

describe('sniffImageType', () => {
  test.each([
    ['a JPEG', 'image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['a PNG', 'image/png', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
    ['a WebP', 'image/webp', bytes('RIFF', 1, 2, 3, 4, 'WEBP')],
    ['a GIF', 'image/gif', bytes('GIF89a')],
    ['an old GIF', 'image/gif', bytes('GIF87a')],
    ['a GIF with an unknown version', undefined, bytes('GIF88a')],
    ['an AVIF', 'image/avif', bytes(0, 0, 0, 28, 'ftypavif')],
    ['an animated AVIF', 'image/avif', bytes(0, 0, 0, 28, 'ftypavis')],
    ['an AVIF with a general major brand', 'image/avif', bytes(0, 0, 0, 28, 'ftypmif1', 0, 0, 0, 0, 'mif1avif', 'miaf')],
    ['an AVIF whose version looks like a brand', undefined, bytes(0, 0, 0, 16, 'ftypmif1avif')],
    ['the brand avif after the list of brands', undefined, bytes(0, 0, 0, 20, 'ftypmif1', 0, 0, 0, 0, 'miafavif')],
    ['an HEIC', undefined, bytes(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0, 'mif1heic')],
    ['an MP4', undefined, bytes(0, 0, 0, 24, 'ftypisom', 0, 0, 0, 0, 'isomavc1')],
    ['an SVG', undefined, bytes('<svg xmlns=')],
    ['a WAV', undefined, bytes('RIFF', 1, 2, 3, 4, 'WAVE')],
    ['half a PNG', undefined, bytes(0x89, 'PN')],
    ['an empty file', undefined, bytes()],
  ])('the image type of %s is %s', (_, type, start) => {
    expect(sniffImageType(start)).toBe(type);
  });
});

describe('fileError and dimensionsError', () => {
  test.each([
    ['image/jpeg', 8_388_608, undefined],
    ['image/webp', 1, undefined],
    ['image/png', 8_388_609, 'ImageTooLarge'],
    ['image/png', 0, 'ImageUnreadable'],
    ['image/gif', 100, undefined],
    ['image/avif', 8_388_609, 'ImageTooLarge'],
    ['image/heic', 100, 'ImageTypeUnsupported'],
    ['image/svg+xml', 100, 'ImageTypeUnsupported'],
    ['toString', 100, 'ImageTypeUnsupported'],
  ])('the error for type %s and %i bytes is %s', (contentType, sizeBytes, refusal) => {
    expect(fileError({ contentType, sizeBytes })).toBe(refusal);
  });

  const pipelineMax = 10 * 1024 * 1024 - 1;
  test.each([
    ['pipeline/input', 'image/png', pipelineMax, undefined],
    ['pipeline/references', 'image/webp', 8_388_609, undefined],
    ['pipeline/input', 'image/png', pipelineMax + 1, 'PipelineImageTooLarge'],
    ['pipeline/input', 'image/gif', 100, 'PipelineImageTypeUnsupported'],
    ['pipeline/input', 'image/avif', 100, 'PipelineImageTypeUnsupported'],
    ['pipeline/input', 'image/jpeg', 0, 'ImageUnreadable'],
    ['temp-images', 'image/png', 8_388_609, 'ImageTooLarge'],
    ['temp-images', 'image/gif', 8_388_608, undefined],
    ['frames', 'image/jpeg', 8_388_609, 'ImageTooLarge'],
  ])('the error for the folder %s, type %s and %i bytes is %s', (folder, contentType, sizeBytes, refusal) => {
    expect(fileError({ contentType, sizeBytes }, folder)).toBe(refusal);
  });

  test.each([
    [64, 8192, undefined],
    [63, 500, 'ImageDimensions'],
    [500, 8193, 'ImageDimensions'],
    [0, 0, 'ImageDimensions'],
  ])('the error for %i × %i pixels is %s', (width, height, refusal) => {
    expect(dimensionsError({ width, height })).toBe(refusal);
  });

  test.each([
    [64, 4 * 8192, undefined],
    [64, 4 * 8192 + 1, 'ImageDimensions'],
    [63, 500, 'ImageDimensions'],
  ])('the error for a result of %i × %i pixels is %s', (width, height, refusal) => {
    expect(dimensionsError({ width, height }, 'results')).toBe(refusal);
  });
});
