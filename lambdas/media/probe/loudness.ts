/** Measures the loudness of a sound track (EBU R 128). */
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import { type MediaFormat, openDecoder, openMedia } from '../open-media.ts';
import { framesOf } from '../read-stream.ts';

/** The filter reports this value for silence, because silence has no loudness. */
const silenceLufs = -70;

/** Returns the integrated loudness in LUFS, or undefined for a file without sound or with silence. */
export async function loudnessOf(file: string, format?: MediaFormat): Promise<number | undefined> {
  await using input = await (format ? openMedia(file, format) : Demuxer.open(file));
  const stream = input.audio();
  if (!stream) return undefined;
  using decoder = await (format ? openDecoder(stream) : Decoder.create(stream));
  using filter = FilterAPI.create('ebur128=metadata=1');
  let loudness: number | undefined;
  for await (using frame of framesOf({ input, decoder, filter })) {
    const text = frame.getMetadata().get('lavfi.r128.I');
    if (text) loudness = Number(text);
  }
  return loudness !== undefined && Number.isFinite(loudness) && loudness > silenceLufs ? loudness : undefined;
}
