/** Crops a finished video to the ordered part. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { runningItem } from '../batch/running-item.ts';
import { measureVideo } from '../media/probe/measure-video.ts';
import { measuredValues } from '../media/probe/measured-values.ts';
import type { ItemRef } from '../platform/task.ts';
import type { StoredVideo, VideoItem } from '../store/batch-rows.ts';
import { changeItem } from '../store/batches.ts';
import { posterKey, videoKey } from '../store/media-keys.ts';
import { downloadToFile, putObject } from '../store/objects.ts';
import { cropClip } from './crop-clip.ts';
import { posterOf, probeVideo } from './probe-video.ts';

/** Encoding may lose one or two frames. */
const lostSecondsMax = 0.1;

export async function cropVideo(ref: ItemRef): Promise<void> {
  const item = await runningItem(ref, 'video');
  if (item.result) return;
  if (!item.original) throw new AppError('CropFailed', { details: { reason: 'There is no video to crop.' } });
  await changeItem(ref, { set: { result: await storeCropped(item, item.original) }, ifAbsent: ['result'] });
}

/**
 * Crops a stored video according to the plan of its item, and stores the result.
 * @param key the key of the result; by default, the key of the video of the item.
 * @throws AppError CropFailed if the measurements differ from the plan; and any error of the storage.
 */
export async function storeCropped(item: VideoItem, original: StoredVideo, key?: string): Promise<StoredVideo> {
  const input = join(tmpdir(), `${randomUUID()}.mp4`);
  try {
    await downloadToFile(original.key, input);
    return await cropFile(item, original, input, key);
  } finally {
    await rm(input, { force: true });
  }
}

/** Works like `storeCropped`, but for a video on disk. */
export async function cropFile(
  item: VideoItem,
  original: Pick<StoredVideo, 'seconds'>,
  input: string,
  key = videoKey(item),
): Promise<StoredVideo> {
  const crop = item.plan?.cropInfo;
  if (!crop) throw new AppError('NothingToCrop');
  const output = join(tmpdir(), `${randomUUID()}.mp4`);
  try {
    await cropClip(input, output, crop);
    const { codec, width, height, seconds, hasAudio } = await probeVideo(output);
    const isAsPlanned =
      width === crop.width && height === crop.height && seconds >= original.seconds - lostSecondsMax && (hasAudio || !item.generateAudio);
    if (!isAsPlanned) throw new AppError('CropFailed', { details: { width, height, seconds, hasAudio } });
    const keys = { key, posterKey: posterKey(item) };
    await putObject(keys.key, await readFile(output), 'video/mp4');
    await putObject(keys.posterKey, await posterOf(output), 'image/jpeg');
    const measured = await measuredValues(() => measureVideo(output));
    return { ...keys, codec, width, height, seconds, sizeBytes: (await stat(output)).size, ...measured };
  } finally {
    await rm(output, { force: true });
  }
}
