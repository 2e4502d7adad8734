/**
 * Crops a delivered video to the part that its owner requests. Stores the result next to the video. The crop is free, so this code cannot
 * change balances.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { Rect } from '#shared/video/strategy.ts';
import { signStoredFile } from '../store/file-signing.ts';
import { croppedKey, unsignedCropKey } from '../store/media-keys.ts';
import { deleteObject, downloadToFile, objectExists, putObject } from '../store/objects.ts';
import { cropClip } from './crop-clip.ts';
import { deliveredVideo, recropItem } from './recrop-item.ts';

/** Minimum width and height in pixels. Smaller videos are useless, and some encoders reject them. */
const sideMin = 64;

/**
 * A repeated request returns the same file, without encoding again.
 * @param key the key of a video of the user.
 * @returns the key of the cropped file.
 * @throws AppError AddressNotAllowed for a key that is not a delivered video of this user.
 * @throws AppError BadRequest for a part outside the video.
 * @throws AppError NothingToCrop for the whole frame.
 * @throws AppError CropFailed.
 */
export async function cropToRequestedPart(userId: string, key: string, crop: Rect): Promise<{ key: string }> {
  const { item, result } = await deliveredVideo(userId, key);
  const plannedCrop = item.plan?.cropInfo;
  // If the crop of the order failed at the delivery, the crop is made now and replaces the uncropped video.
  if (plannedCrop && isSame(plannedCrop, crop)) return recropItem(userId, key);
  assertInside(crop, result);
  const outputKey = croppedKey(item, crop);
  if (await objectExists(outputKey)) return { key: outputKey };
  const [input, output] = [join(tmpdir(), `${randomUUID()}.mp4`), join(tmpdir(), `${randomUUID()}.mp4`)];
  try {
    await downloadToFile(result.key, input);
    await cropClip(input, output, crop);
    const unsignedKey = unsignedCropKey(item);
    await putObject(unsignedKey, await readFile(output), 'video/mp4');
    await signStoredFile({ kind: 'video', key: unsignedKey, signedKey: outputKey, parentKey: result.key });
    await deleteObject(unsignedKey);
    return { key: outputKey };
  } finally {
    await Promise.all([input, output].map((file) => rm(file, { force: true })));
  }
}

const isSame = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

function assertInside(crop: Rect, { width, height }: { width: number; height: number }): void {
  const { x, y } = crop;
  if (x + crop.width > width || y + crop.height > height || Math.min(crop.width, crop.height) < sideMin)
    throw new AppError('BadRequest', {
      details: {
        path: 'cropInfo',
        reason: `The part must be inside the video of ${width} × ${height} pixels, and have at least ${sideMin} pixels per side`,
      },
    });
  if (crop.width === width && crop.height === height) throw new AppError('NothingToCrop');
}
