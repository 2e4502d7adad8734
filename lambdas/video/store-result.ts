/** Copies a finished video into our own storage and measures it: what is not as ordered is not charged. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { frameSize } from '#shared/video/defaults.ts';
import { fetchFile } from '../platform/fetch-file.ts';
import type { ItemRef } from '../platform/task.ts';
import { attachLateVideo, changeItem, type Item, readItem, type StoredResult } from '../store/batches.ts';
import { posterKey, putObject, videoKey } from '../store/media.ts';
import type { VideoVendor } from '../vendors/video-port.ts';
import { throwIfFailed } from './outcome.ts';
import { type Clip, posterOf, probeVideo } from './probe-video.ts';
import { runningItem } from './running-item.ts';

const sizeBytesMax = 200 * 1024 * 1024;
const downloadTimeoutMs = 60_000;
/** A clip may lack some frames of the seconds that were ordered, not more. */
const missingSecondsMax = 0.25;

export async function storeResult(ref: ItemRef, vendor: VideoVendor): Promise<void> {
  const item = await runningItem(ref);
  if (item.result) return;
  if (!item.outcome) throw new AppError('VendorMalformedAnswer');
  throwIfFailed(item.outcome);
  if (item.outcome.status === 'ready')
    await changeItem(ref, { set: { result: await storedFrom(item, item.outcome.url, vendor) }, unless: ['result'] });
}

/** Stores a video that came after its item was given up: the item stays failed and uncharged, and shows it. */
export async function storeLateResult({ userId, batchId, index }: ItemRef, vendor: VideoVendor): Promise<{ attached: boolean }> {
  const item = await readItem(userId, batchId, index);
  if (item?.status !== 'failed' || item.result || item.outcome?.status !== 'ready') return { attached: false };
  return { attached: await attachLateVideo(item, await storedFrom(item, item.outcome.url, vendor)) };
}

async function storedFrom(item: Item, address: string, vendor: VideoVendor): Promise<StoredResult> {
  const file = join(tmpdir(), `${randomUUID()}.mp4`);
  try {
    const url = vendor.resultAt(new URL(address)).href;
    const sizeBytes = await fetchFile(url, file, { owns: vendor.owns, sizeBytesMax, timeoutMs: downloadTimeoutMs });
    const clip = await probeVideo(file);
    refuseUnlessAsOrdered(clip, item);
    const keys = { key: videoKey(item), posterKey: posterKey(item) };
    await putObject(keys.key, await readFile(file), 'video/mp4');
    await putObject(keys.posterKey, await posterOf(file), 'image/jpeg');
    const { codec, width, height, seconds } = clip;
    return { ...keys, codec, width, height, seconds, sizeBytes };
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws AppError ResultNotAsOrdered: never charge for more than was delivered. */
export function refuseUnlessAsOrdered(
  clip: Clip,
  order: Pick<Item, 'aspectRatio' | 'resolution' | 'durationSeconds' | 'generateAudio'>,
): void {
  const frame = frameSize(order.aspectRatio, order.resolution);
  const differences = {
    ...(clip.codec !== 'h264' && { codec: clip.codec }),
    ...(clip.seconds < order.durationSeconds - missingSecondsMax && { seconds: clip.seconds }),
    ...((clip.width !== frame.width || clip.height !== frame.height) && { width: clip.width, height: clip.height }),
    ...(order.generateAudio && !clip.hasAudio && { hasAudio: false }),
  };
  if (Object.keys(differences).length > 0) throw new AppError('ResultNotAsOrdered', { details: { differences } });
}
