import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import { afterEach, expect, test, vi } from 'vitest';
import { framesOf, packetsOf } from './read-stream.ts';

const sample = new URL('../../web/public/samples/bag-sway-motion.mp4', import.meta.url).pathname;

afterEach(() => {
  vi.restoreAllMocks();
});

async function countFrames(description = 'scale=w=90:h=-2'): Promise<number> {
  await using input = await Demuxer.open(sample);
  const stream = input.video();
  if (!stream) throw new Error('There is no video stream');
  using decoder = await Decoder.create(stream);
  using filter = FilterAPI.create(description, { framerate: stream.avgFrameRate });
  return await count(framesOf({ input, decoder, filter }));
}

async function countPackets(streamIndex: number): Promise<number> {
  await using input = await Demuxer.open(sample);
  return await count(packetsOf(input, streamIndex));
}

async function count(values: AsyncIterable<Disposable>): Promise<number> {
  let counted = 0;
  for await (using _ of values) counted++;
  return counted;
}

/** Counts how often other work runs during a reading in which each step takes longer than a period. */
async function countTurns(read: () => Promise<unknown>): Promise<number> {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 20));
  let turns = 0;
  let next = setImmediate(function countTurn() {
    turns++;
    next = setImmediate(countTurn);
  });
  await read();
  clearImmediate(next);
  return turns;
}

test('all packets of a stream and all its frames are read, including the last frames of the decoder', async () => {
  const packets = await countPackets(0);
  expect(packets).toBeGreaterThan(50);
  expect(await countFrames()).toBe(packets);
});

test.each<{ reading: string; read: () => Promise<number>; returned: number }>([
  { reading: 'the decoder returns a frame for each packet', read: countFrames, returned: 72 },
  { reading: 'the filter drops all frames', read: () => countFrames('select=0'), returned: 0 },
  { reading: 'all packets are of another stream', read: () => countPackets(1), returned: 0 },
])('other work runs after each period, so a deadline can end the work: $reading', async ({ read, returned }) => {
  const turns = await countTurns(async () => expect(await read()).toBe(returned));
  expect(turns).toBeGreaterThanOrEqual(await countPackets(0));
});
