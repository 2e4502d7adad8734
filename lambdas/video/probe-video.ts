/**
 * Measures the actual content of a clip. The length is the sum over all packets, because the header of the file may contain a wrong length.
 */

import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import { AV_CODEC_ID_H264, AV_LOG_QUIET, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { AppError } from '#shared/errors.ts';
import { framesOf, packetsOf } from '../media/read-stream.ts';
import { fromPixels } from '../platform/picture.ts';

export type Clip = { codec: string; width: number; height: number; seconds: number; hasAudio: boolean };

const posterQuality = 82;

Log.setLevel(AV_LOG_QUIET);

/** @throws AppError ResultNotAsOrdered if the file is not a video. */
export async function probeVideo(file: string): Promise<Clip> {
  try {
    await using input = await Demuxer.open(file);
    const stream = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
    if (!stream) throw new Error('There is no video stream');
    const { codecId, width, height } = stream.codecpar;
    let ticks = 0n;
    for await (using packet of packetsOf(input, stream.index)) ticks += packet.duration;
    const seconds = (Number(ticks) * stream.timeBase.num) / stream.timeBase.den;
    return { codec: codecId === AV_CODEC_ID_H264 ? 'h264' : String(codecId), width, height, seconds, hasAudio: Boolean(input.audio()) };
  } catch (cause) {
    throw new AppError('ResultNotAsOrdered', { cause });
  }
}

/** Returns the first frame of a clip as a JPEG. */
export async function posterOf(file: string): Promise<Buffer> {
  await using input = await Demuxer.open(file);
  const stream = input.video();
  if (!stream) throw new AppError('ResultNotAsOrdered');
  using decoder = await Decoder.create(stream);
  using filter = FilterAPI.create('format=pix_fmts=rgb24', { framerate: stream.avgFrameRate });
  for await (using frame of framesOf({ input, decoder, filter })) {
    return fromPixels(frame.toBuffer(), { width: frame.width, height: frame.height, channels: 3 })
      .jpeg({ quality: posterQuality })
      .toBuffer();
  }
  throw new AppError('ResultNotAsOrdered');
}
