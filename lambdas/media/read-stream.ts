/**
 * Reads packets and frames with the synchronous calls of FFmpeg. An asynchronous call for each packet needs several times as much processor
 * time as its work. After each short period, the reader pauses, so that a deadline of the caller can end the work.
 */
import { setImmediate } from 'node:timers/promises';
import type { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import type { Frame, Packet } from 'node-av/lib';

const pauseAfterMs = 10;

/** Returns the packets of a file, or of one stream. The caller frees each packet. */
export const packetsOf = (input: Demuxer, streamIndex?: number): AsyncGenerator<Packet> => withPauses(selectPackets(input, streamIndex));

type FrameSource = { input: Demuxer; decoder: Decoder; filter: FilterAPI };

/** Returns the frames of the decoder's stream, decoded and filtered. The caller frees each frame. */
export const framesOf = (source: FrameSource): AsyncGenerator<Frame> => withPauses(decodeFrames(source));

/** A null lets the reader pause, even if a file contains many packets of other streams. */
function* selectPackets(input: Demuxer, streamIndex: number | undefined): Generator<Packet | null> {
  for (const packet of input.packetsSync()) {
    if (packet === null || streamIndex === undefined || packet.streamIndex === streamIndex) {
      yield packet;
    } else {
      packet.free();
      yield null;
    }
  }
}

/** A null after each packet lets the reader pause, even if the decoder returns no frame for many packets. */
function* decodeFrames({ input, decoder, filter }: FrameSource): Generator<Frame | null> {
  for (using packet of input.packetsSync()) {
    // The decoder ignores packets of other streams. The last packet is null, so decoder and filter return their remaining frames.
    yield* filter.framesSync(decoder.framesSync(packet));
    yield null;
  }
}

async function* withPauses<Value>(values: Iterable<Value | null>): AsyncGenerator<Value> {
  let pauseAt = performance.now() + pauseAfterMs;
  for (const value of values) {
    if (value !== null) yield value;
    if (performance.now() < pauseAt) continue;
    await setImmediate();
    pauseAt = performance.now() + pauseAfterMs;
  }
}
