/** Copies a finished video to our storage and measures it. A video that differs from the order is not charged. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { runningItem } from '../batch/running-item.ts';
import { returnSlots } from '../batch/slots.ts';
import { measureVideo } from '../media/probe/measure-video.ts';
import { measuredValues } from '../media/probe/measured-values.ts';
import { fetchFile } from '../platform/fetch-file.ts';
import type { ItemRef } from '../platform/task.ts';
import type { Outcome, StoredVideo, VideoItem } from '../store/batch-rows.ts';
import { changeItem, readItem } from '../store/batches.ts';
import { attachLateVideo, type Delivery } from '../store/ended-items.ts';
import { signStoredFile } from '../store/file-signing.ts';
import { originalKey, posterKey, uncroppedKey, videoKey } from '../store/media-keys.ts';
import { deleteObject, putObject } from '../store/objects.ts';
import { vendorOf } from '../vendors/video-vendor.ts';
import { cropFile } from './crop-video.ts';
import { throwIfFailed } from './outcome.ts';
import { type Clip, posterOf, probeVideo } from './probe-video.ts';

const sizeBytesMax = 200 * 1024 * 1024;
const downloadTimeoutMs = 60_000;
/** The maximum difference if a clip is shorter than ordered. A few frames may be missing. */
const missingSecondsMax = 0.25;

export async function storeResult(ref: ItemRef, now: Date): Promise<void> {
  const item = await runningItem(ref, 'video');
  // The vendor has completed the order. So the next item can use the slot while this video is downloaded and cropped.
  if (item.outcome?.status === 'ready') await returnSlots(item, now, { isCompleted: true });
  if (item.result || item.original) return;
  if (!item.outcome) throw new AppError('VendorMalformedAnswer');
  throwIfFailed(item.outcome);
  if (item.outcome.status !== 'ready') return;
  await withClip(item, item.outcome, async (clip) => {
    if (item.plan?.cropInfo)
      await changeItem(ref, { set: { original: await storeClip(clip, originalKey(item), item) }, ifAbsent: ['original'] });
    else await changeItem(ref, { set: { result: await storeClip(clip, videoKey(item), item) }, ifAbsent: ['result'] });
  });
}

/**
 * Stores and signs a late video, cropped if the order needs it. The item stays failed and is not charged, but the video is shown.
 * @param mayCrop false after a failed crop, so that the seller gets the uncropped video.
 */
export async function storeLateResult({ userId, batchId, index, mayCrop }: ItemRef & { mayCrop: boolean }): Promise<{ attached: boolean }> {
  const item = await readItem(userId, batchId, index);
  if (item?.kind !== 'video' || item.status !== 'failed' || item.result || item.outcome?.status !== 'ready') return { attached: false };
  return withClip(item, item.outcome, async (clip) => {
    const delivery = await storeDelivery(clip, item);
    const signed = await signStoredFile({ kind: 'video', key: delivery.result.key });
    const attached = await attachLateVideo(item, { ...delivery, result: { ...delivery.result, ...signed } });
    if (signed.key !== delivery.result.key) await deleteObject(delivery.result.key);
    return { attached };
  });

  async function storeDelivery(clip: ClipFile, item: VideoItem): Promise<Delivery> {
    if (!item.plan?.cropInfo) return { result: await storeClip(clip, videoKey(item), item) };
    if (!mayCrop) return { result: await storeClip(clip, uncroppedKey(item), item), cropFallback: true };
    // The crop replaces the poster of the original.
    const original = await storeClip(clip, originalKey(item), item);
    return { original, result: await cropFile(item, clip, clip.file) };
  }
}

type ClipFile = Clip & { file: string; sizeBytes: number };

type ReadyOutcome = Extract<Outcome, { status: 'ready' }>;

/** Downloads a clip, measures it and calls `use`. Then deletes the file. */
async function withClip<Done>(item: VideoItem, outcome: ReadyOutcome, use: (clip: ClipFile) => Promise<Done>): Promise<Done> {
  const file = join(tmpdir(), `${randomUUID()}.mp4`);
  try {
    const vendor = vendorOf(outcome.vendor ? outcome : item);
    const url = vendor.resultAt(new URL(outcome.url));
    const sizeBytes = await fetchFile(url, file, { from: vendor, sizeBytesMax, timeoutMs: downloadTimeoutMs });
    const clip = await probeVideo(file);
    assertMatchesOrder(clip, item);
    return await use({ ...clip, file, sizeBytes });
  } finally {
    await rm(file, { force: true });
  }
}

async function storeClip({ file, codec, width, height, seconds, sizeBytes }: ClipFile, key: string, item: VideoItem): Promise<StoredVideo> {
  const poster = posterKey(item);
  await putObject(key, await readFile(file), 'video/mp4');
  await putObject(poster, await posterOf(file), 'image/jpeg');
  return { key, posterKey: poster, codec, width, height, seconds, sizeBytes, ...(await measuredValues(() => measureVideo(file))) };
}

/**
 * Compares a clip with the order, so that the seller never pays for more than was delivered. The size is compared with the frame of the
 * model.
 * @throws AppError ResultNotAsOrdered
 */
function assertMatchesOrder(clip: Clip, { plan, durationSeconds, generateAudio }: VideoItem): void {
  const differences = {
    ...(clip.codec !== 'h264' && { codec: clip.codec }),
    ...(clip.seconds < durationSeconds - missingSecondsMax && { seconds: clip.seconds }),
    ...((clip.width !== plan?.frame.width || clip.height !== plan.frame.height) && { width: clip.width, height: clip.height }),
    ...(generateAudio && !clip.hasAudio && { hasAudio: false }),
  };
  if (Object.keys(differences).length > 0) throw new AppError('ResultNotAsOrdered', { details: { differences } });
}
