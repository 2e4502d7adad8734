import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { encodeClip } from './encode-clip.ts';

const size = { width: 144, height: 256 };
const frameCount = 60;
const frameBytes = (size.width * size.height * 3) / 2;

function frame(n: number): Buffer {
  const pixels = Buffer.alloc(frameBytes, 128);
  for (let offset = 0; offset < size.width * size.height; offset++) pixels[offset] = 60 + ((offset * 3 + n * 7) % 150);
  return pixels;
}

test('a garbage collection during the encoding does not change the clip', async () => {
  setFlagsFromString('--expose-gc');
  const collect: (options: { type: 'minor' }) => void = runInNewContext('gc');
  const folder = temporaryFolder('encode-clip');
  const encode = async (name: string, frameAt: (n: number) => Buffer) => {
    const file = join(folder.path, name);
    await encodeClip({ file, ...size, frameCount, frameAt });
    return readFileSync(file);
  };
  const frames = Array.from({ length: frameCount }, (_, n) => frame(n));
  const expected = await encode('kept.mp4', (n) => frames[n] as Buffer);
  const timer = setInterval(() => {
    // The buffers are new objects, so a collection of new objects is enough. It is much faster than a full collection.
    collect({ type: 'minor' });
    // New buffers reuse the memory of collected buffers.
    for (let n = 0; n < 8; n++) Buffer.alloc(frameBytes, 255);
  });
  // If only one clip is encoded, the garbage collection may not happen at the critical time.
  const clips = [];
  for (let n = 0; n < 8; n++) clips.push(await encode('collected.mp4', frame));
  clearInterval(timer);
  folder.remove();
  expect(clips.filter((clip) => !clip.equals(expected))).toHaveLength(0);
});
