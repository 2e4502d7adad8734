import JsZip from 'jszip';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uniqueNames } from '#shared/download/file-names.ts';
import { ZipTooLarge, zipOf } from './zip.ts';

const content = (url: string) => `content of ${url}`;

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    return url.includes('gone') ? new Response('', { status: 403 }) : new Response(content(url));
  });
});
afterEach(() => vi.unstubAllGlobals());

const entries = (...urls: string[]) => urls.map((url) => ({ name: 'video.mp4', url }));
const activeSignal = () => new AbortController().signal;

describe('an archive', () => {
  test('an archive contains the complete content of every file under a unique name, and is not compressed', async () => {
    const progress: number[] = [];
    const urls = Array.from({ length: 9 }, (_, index) => `https://media/${index}`);
    const blob = await zipOf(entries(...urls), { signal: activeSignal(), onProgress: (done) => progress.push(done) });
    expect(blob.type).toBe('application/zip');
    const zip = await JsZip.loadAsync(await blob.arrayBuffer());
    const files = Object.values(zip.files);
    expect(files.map(({ name }) => name)).toEqual(
      uniqueNames(urls.map(() => 'video.mp4')).toSorted((one, other) => positionOf(one) - positionOf(other)),
    );
    for (const file of files) expect(await file.async('string')).toBe(content(`https://media/${positionOf(file.name) - 1}`));
    expect(blob.size).toBeGreaterThan(urls.length * content(urls[0] as string).length);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('an archive is not made if a file cannot be fetched', async () => {
    await expect(zipOf(entries('https://media/1', 'https://media/gone'), { signal: activeSignal() })).rejects.toThrow('403');
  });

  test('an archive is not made if the files are larger than the maximum', async () => {
    const two = entries('https://media/1', 'https://media/2');
    const bytes = 2 * content('https://media/1').length;
    await expect(zipOf(two, { signal: activeSignal(), bytesMax: bytes - 1 })).rejects.toThrow(ZipTooLarge);
    expect((await zipOf(two, { signal: activeSignal(), bytesMax: bytes })).size).toBeGreaterThan(bytes);
  });

  test('the packing stops after the first responses if the expected total size is larger than the maximum', async () => {
    const requestedUrls: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted();
      requestedUrls.push(url);
      return new Response('x', { headers: { 'content-length': '1000' } });
    });
    const urls = Array.from({ length: 50 }, (_, index) => `https://media/${index}`);
    await expect(zipOf(entries(...urls), { signal: activeSignal(), bytesMax: 49_999 })).rejects.toThrow(ZipTooLarge);
    expect(requestedUrls.length).toBeLessThanOrEqual(4);
    expect(await zipOf(entries(...urls), { signal: activeSignal(), bytesMax: 50_000 })).toBeInstanceOf(Blob);
  });

  test('the signal of the caller stops the packing', async () => {
    await expect(zipOf(entries('https://media/1'), { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });
});

/** Returns the number in `video.mp4`, `video (2).mp4`, …: 1, 2, … */
const positionOf = (name: string): number => Number(/\((\d+)\)/.exec(name)?.[1] ?? 1);
