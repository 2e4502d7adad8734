import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressed, encodingFor } from './compress.ts';

describe('the encoding of a response', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=0.5, br; q=0', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['br;q=x', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the encoding for Accept-Encoding %s is %s', (header, encoding) => {
    expect(encodingFor(header, 10_000)).toBe(encoding);
  });

  test('a small body is not compressed', () => {
    expect(encodingFor('br', 1023)).toBeUndefined();
    expect(encodingFor('br', 1024)).toBe('br');
  });
});

test('both encodings keep the body', () => {
  const body = Buffer.from('ä video '.repeat(1000));
  expect(brotliDecompressSync(compressed(body, 'br'))).toEqual(body);
  expect(gunzipSync(compressed(body, 'gzip'))).toEqual(body);
  expect(compressed(body, 'br').length).toBeLessThan(100);
});
