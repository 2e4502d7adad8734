/**
 * Crops a clip. The video stream is encoded again, because players show the wrong size if only the header contains the crop. The sound is
 * copied.
 */
import { rm } from 'node:fs/promises';
import { Decoder, Demuxer, Encoder, FilterAPI, pipeline } from 'node-av/api';
import { AV_LOG_QUIET, AVMEDIA_TYPE_VIDEO, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { AppError } from '#shared/errors.ts';
import type { Rect } from '#shared/video/strategy.ts';
import { colourFilters } from '../media/colours.ts';
import { openMp4 } from '../media/open-mp4.ts';

/** With this quality, a viewer sees no difference to the original. The next slower preset needs three times as much time. */
const encodingOptions = { preset: 'veryfast', crf: 20 } as const;
/**
 * Maximum time that may be missing in the output. An edit list can begin or end within a frame, so a short time can be missing even in a
 * complete file.
 */
const lostSecondsMax = 0.1;

Log.setLevel(AV_LOG_QUIET);

/**
 * @param crop in pixels of the clip. All values are even and inside the clip.
 * @throws AppError CropFailed. After this error, no output file remains.
 */
export async function cropClip(input: string, output: string, crop: Rect): Promise<void> {
  try {
    await encodeCropped(input, output, crop);
  } catch (cause) {
    await rm(output, { force: true });
    throw new AppError('CropFailed', { cause });
  }
}

async function encodeCropped(input: string, output: string, crop: Rect): Promise<void> {
  await using source = await Demuxer.open(input);
  const stream = source.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  if (!stream) throw new Error('There is no video stream');
  const { width, height } = stream.codecpar;
  assertInside(crop, width, height);
  const expectedDurations = secondsOf(source);
  const filters = [`crop=${crop.width}:${crop.height}:${crop.x}:${crop.y}`, ...colourFilters(stream)].join(',');
  using decoder = await Decoder.create(stream, { exitOnError: true });
  using filter = FilterAPI.create(filters, { framerate: stream.avgFrameRate });
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, { decoder, filter, options: encodingOptions });
  await using target = await openMp4(output);
  const video = [decoder, filter, encoder];
  const encoding = source.audio() ? pipeline(source, { video, audio: 'passthrough' }, target) : pipeline(source, { video }, target);
  await encoding.completion;
  await target.close();
  await assertComplete(output, expectedDurations);
}

/** Throws an error if the crop is not inside the clip, or if a value is odd. FFmpeg would change such a crop without an error. */
function assertInside({ x, y, width, height }: Rect, widthMax: number, heightMax: number): void {
  const isEven = [x, y, width, height].every((length) => length >= 0 && length % 2 === 0);
  const isInside = width > 0 && height > 0 && x + width <= widthMax && y + height <= heightMax;
  if (!isEven || !isInside)
    throw new Error(`The crop ${width} × ${height} at ${x}, ${y} is not inside ${widthMax} × ${heightMax}, or a value is odd`);
}

/** Reads the durations of the video stream and the audio stream from the index of the file. Returns seconds. */
const secondsOf = (file: Demuxer): number[] =>
  [file.video(), file.audio()].map((stream) => (stream ? (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den : 0));

/** Checks the durations. FFmpeg reports no error for a file that was truncated between two frames. */
async function assertComplete(output: string, expectedDurations: readonly number[]): Promise<void> {
  await using cropped = await Demuxer.open(output);
  const durations = secondsOf(cropped);
  const isComplete = expectedDurations.every((seconds, stream) => (durations[stream] ?? 0) >= seconds - lostSecondsMax);
  if (!isComplete)
    throw new Error(
      `The durations of video and sound are ${durations.join(' s and ')} s, but must be ${expectedDurations.join(' s and ')} s`,
    );
}
