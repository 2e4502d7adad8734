import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import { afterEach, expect, test, vi } from 'vitest';
import { framesOf, packetsOf } from './read-stream.ts';

const sample = new URL('../../web/public/samples/bag-sway-motion.mp4', import.meta.url).pathname;

afterEach(() => {
  vi.restoreAllMocks();
});

async function countFrames(): Promise<number> {
  await using input = await Demuxer.open(sample);
  const stream = input.video();
  if (!stream) throw new Error('There is no video stream');
  using decoder = await Decoder.create(stream);
  using filter = FilterAPI.create('scale=w=90:h=-2', { framerate: stream.avgFrameRate });
  let count = 0;
  for await (using _ of framesOf({ input, streamIndex: stream.index, decoder, filter })) count++;
  return count;
}

test('all packets of a stream and all its frames are read, including the last frames of the decoder', async () => {
  await using input = await Demuxer.open(sample);
  const packets = await Array.fromAsync(packetsOf(input, input.video()?.index));
  for (const packet of packets) packet.free();
  expect(packets.length).toBeGreaterThan(50);
  expect(await countFrames()).toBe(packets.length);
});

test('other work runs after each period of reading, so a deadline can end the work', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 20));
  let turns = 0;
  let next = setImmediate(function countTurn() {
    turns++;
    next = setImmediate(countTurn);
  });
  const frames = await countFrames();
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(frames);
});
