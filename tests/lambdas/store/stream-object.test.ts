/** Tests that a stream of a stored object is complete, although nobody reads it for some time. */
import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putObject, streamObject } from '#lambdas/store/objects.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;

beforeAll(async () => {
  store = await startTablesAndStorage();
});
afterAll(() => store?.stop());

async function putRandomObject(): Promise<{ key: string; bytes: Buffer }> {
  const [key, bytes] = [`finished/test/${randomUUID()}.mp4`, randomBytes(400_000)];
  await putObject(key, bytes, 'video/mp4');
  return { key, bytes };
}

test('a stream that is read later is complete, although its response was collected as garbage', async () => {
  const objects = await Promise.all(Array.from({ length: 8 }, putRandomObject));
  const streams = await Promise.all(objects.map(({ key }) => streamObject(key)));
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    await sleep(20);
  }
  for (const [index, stream] of streams.entries()) {
    const bytes = await buffer(stream);
    expect(bytes.equals(objects[index]!.bytes)).toBe(true);
  }
});

test('a cancelled stream ends without an error', async () => {
  const { key } = await putRandomObject();
  const stream = await streamObject(key);
  await stream.cancel();
  expect(await buffer(stream)).toHaveLength(0);
});

test('a stream of a missing object fails before it is read', async () => {
  await expect(streamObject(`finished/test/${randomUUID()}.mp4`)).rejects.toThrow('NoSuchKey');
});
