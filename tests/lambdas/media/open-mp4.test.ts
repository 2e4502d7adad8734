/** Tests that an MP4 file contains every packet, even if its streams are written in parallel. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Demuxer } from 'node-av/api';
import type { Packet } from 'node-av/lib';
import { afterAll, expect, test } from 'vitest';
import { openMp4 } from '#lambdas/media/open-mp4.ts';
import { createAmbientPad } from '#local/demo/clips/ambient-pad.ts';
import { encodeClip } from '#local/demo/clips/encode-clip.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const files = temporaryFolder('open-mp4');
afterAll(() => files.remove());
const source = join(files.path, 'source.mp4');
const output = join(files.path, 'output.mp4');

async function packetsOf(clip: Demuxer): Promise<Packet[]> {
  const packets: Packet[] = [];
  for await (const packet of clip.packets()) if (packet) packets.push(packet);
  return packets;
}

test('no packet of the picture or of the sound is lost when both are written in parallel', async () => {
  const frameAt = () => Buffer.alloc((64 * 64 * 3) / 2, 128);
  await encodeClip({ width: 64, height: 64, frameCount: 48, frameAt, file: source, pad: createAmbientPad(7, 2) });
  await using clip = await Demuxer.open(source);
  const [picture, sound] = [clip.video(), clip.audio()];
  if (!picture || !sound) throw new Error('The clip must have a picture and sound');
  const packets = await packetsOf(clip);
  const written = await openMp4(output);
  const streams = new Map([picture, sound].map((stream) => [stream.index, written.addStream(stream)]));
  const writes: Promise<void>[] = [];
  // Each stream is a separate writer, which does not wait for the other stream.
  const ofSound = packets.filter(({ streamIndex }) => streamIndex === sound.index);
  const ofPicture = packets.filter(({ streamIndex }) => streamIndex === picture.index);
  for (let n = 0; n < Math.max(ofSound.length, ofPicture.length); n++) {
    for (const packet of [ofSound[n], ofPicture[n]])
      if (packet) writes.push(written.writePacket(packet, streams.get(packet.streamIndex) ?? -1));
    await nextTurn();
  }
  await Promise.all(writes);
  for (const stream of streams.values()) await written.writePacket(null as never, stream);
  await written.close();
  await using copy = await Demuxer.open(output);
  const counts = (list: Packet[]) => [sound, picture].map(({ index }) => list.filter(({ streamIndex }) => streamIndex === index).length);
  const copied = await packetsOf(copy);
  expect(counts(copied)).toEqual(counts(packets));
  for (const packet of [...packets, ...copied]) packet.free();
});
