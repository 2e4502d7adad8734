/**
 * Reads packets and frames with the synchronous calls of FFmpeg. An asynchronous call for each packet needs several times as much processor
 * time as its work. After each short period, the reader pauses, so that a deadline of the caller can end the work.
 */
import { setImmediate } from 'node:timers/promises';
import type { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import type { Frame, Packet } from 'node-av/lib';

const pauseAfterMs = 10;

/** Returns the packets of a file, or of one stream. The caller frees each packet. */
export const packetsOf = (input: Demuxer, streamIndex?: number): AsyncGenerator<Packet> => withPauses(input.packetsSync(streamIndex));

type FrameSource = { input: Demuxer; streamIndex: number; decoder: Decoder; filter: FilterAPI };

/** Returns the decoded and filtered frames of a stream. The caller frees each frame. */
export const framesOf = ({ input, streamIndex, decoder, filter }: FrameSource): AsyncGenerator<Frame> =>
  withPauses(filter.framesSync(decoder.framesSync(input.packetsSync(streamIndex))));

/** FFmpeg reports the end of a stream as null. */
async function* withPauses<Value>(values: Iterable<Value | null>): AsyncGenerator<Value> {
  let pauseAt = performance.now() + pauseAfterMs;
  for (const value of values) {
    if (value !== null) yield value;
    if (performance.now() < pauseAt) continue;
    await setImmediate();
    pauseAt = performance.now() + pauseAfterMs;
  }
}
