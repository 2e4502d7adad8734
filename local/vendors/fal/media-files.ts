/** Clips and uploaded photos: one folder of files with unguessable names, served with Range support. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Answer } from '../kit/http.ts';

const typeOf: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.bin': 'application/octet-stream',
};
/** Also prevents access outside the folder. */
const namePattern = /^[0-9a-f-]{36}\.[a-z0-9]{3,4}$/;
/** fal keeps media for at least seven days. */
export const mediaKeptMs = 7 * 24 * 3600_000;
const uploadsAwaitedMax = 1_000;

export type MediaFiles = ReturnType<typeof openMediaFiles>;

export function openMediaFiles(directory: string, now: Date) {
  mkdirSync(directory, { recursive: true });
  for (const file of readdirSync(directory).map((name) => join(directory, name))) {
    if (file.endsWith('.part') || now.getTime() - statSync(file).mtimeMs > mediaKeptMs) rmSync(file);
  }
  const awaited = new Set<string>();
  return {
    pathOf: (name: string): string => join(directory, name),
    remove: (name: string): void => rmSync(join(directory, name), { force: true }),
    /** Returns the name of a file that one PUT may write. */
    expectUpload(contentType: string): string {
      const extension = Object.keys(typeOf).find((key) => typeOf[key] === contentType) ?? '.bin';
      const name = `${randomUUID()}${extension}`;
      if (awaited.size >= uploadsAwaitedMax) awaited.delete(awaited.values().next().value as string);
      awaited.add(name);
      return name;
    },
    async receive(name: string, content: Buffer): Promise<Answer> {
      if (!awaited.delete(name)) return { status: 403, json: { detail: 'This upload address is not valid' } };
      await writeFile(join(directory, name), content);
      return { status: 200 };
    },
    async serve(name: string, range: string | undefined): Promise<Answer> {
      const path = join(directory, name);
      const size = namePattern.test(name) && (await stat(path).catch(() => undefined))?.size;
      if (size === undefined || size === false) return { status: 404, json: { detail: 'Not found' } };
      const headers = { 'content-type': typeOf[extname(name)] ?? 'application/octet-stream', 'accept-ranges': 'bytes' };
      const part = range === undefined ? undefined : partOf(range, size);
      if (part === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${size}` } };
      if (!part) return { status: 200, headers, file: { path, start: 0, end: size - 1 } };
      return { status: 206, headers: { ...headers, 'content-range': `bytes ${part.start}-${part.end}/${size}` }, file: { path, ...part } };
    },
  };
}

/** Supports one range, as players request. Ignores several ranges or invalid ones and serves the whole file, as RFC 9110 allows. */
function partOf(range: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : 'unsatisfiable';
}
