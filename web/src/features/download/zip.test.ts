import JsZip from 'jszip';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uniqueNames, ZipTooLarge, zipFileName, zipOf } from './zip.ts';

const content = (url: string) => `content of ${url}`;

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    return url.includes('gone') ? new Response('', { status: 403 }) : new Response(content(url));
  });
});
afterEach(() => vi.unstubAllGlobals());

const entries = (...urls: string[]) => urls.map((url) => ({ name: 'video.mp4', url }));
const running = () => new AbortController().signal;

describe('an archive', () => {
  test('holds every file whole, uncompressed, under a name of its own', async () => {
    const progress: number[] = [];
    const urls = Array.from({ length: 9 }, (_, index) => `https://media/${index}`);
    const blob = await zipOf(entries(...urls), { signal: running(), onProgress: (done) => progress.push(done) });
    expect(blob.type).toBe('application/zip');
    const zip = await JsZip.loadAsync(await blob.arrayBuffer());
    const files = Object.values(zip.files);
    expect(files.map(({ name }) => name)).toEqual(
      uniqueNames(urls.map(() => 'video.mp4')).toSorted((one, other) => order(one) - order(other)),
    );
    for (const file of files) expect(await file.async('string')).toBe(content(`https://media/${order(file.name) - 1}`));
    expect(blob.size).toBeGreaterThan(urls.length * content(urls[0] as string).length);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('is not made where a file cannot be had', async () => {
    await expect(zipOf(entries('https://media/1', 'https://media/gone'), { signal: running() })).rejects.toThrow('403');
  });

  test('is not made beyond what a page should hold', async () => {
    const two = entries('https://media/1', 'https://media/2');
    const bytes = 2 * content('https://media/1').length;
    await expect(zipOf(two, { signal: running(), bytesMax: bytes - 1 })).rejects.toThrow(ZipTooLarge);
    expect((await zipOf(two, { signal: running(), bytesMax: bytes })).size).toBeGreaterThan(bytes);
  });

  test('is given up when it is stopped', async () => {
    await expect(zipOf(entries('https://media/1'), { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });
});

/** Of `video.mp4`, `video (2).mp4`, …: 1, 2, … */
const order = (name: string): number => Number(/\((\d+)\)/.exec(name)?.[1] ?? 1);

test.each([
  [
    ['a.mp4', 'b.mp4'],
    ['a.mp4', 'b.mp4'],
  ],
  [
    ['a.mp4', 'a.mp4', 'a.mp4'],
    ['a.mp4', 'a (2).mp4', 'a (3).mp4'],
  ],
  [
    ['a.mp4', 'A.MP4'],
    ['a.mp4', 'A (2).MP4'],
  ],
  [
    ['a.mp4', 'a (2).mp4', 'a.mp4'],
    ['a.mp4', 'a (2).mp4', 'a (3).mp4'],
  ],
  [
    ['.mp4', 'none', 'none'],
    ['.mp4', 'none', 'none (2)'],
  ],
])('the names %j become %j', (names, unique) => {
  expect(uniqueNames(names)).toEqual(unique);
});

test('an archive is named by its time', () => {
  expect(zipFileName('videos', new Date('2026-11-21T08:09:10.123Z'))).toBe('videos_2026-11-21T08-09-10.zip');
});
