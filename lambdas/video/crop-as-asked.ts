/** Cuts the part of a delivered video that its owner names, and stores it beside the video. Free: no balance is in reach of it. */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { Rect } from '#shared/video/strategy.ts';
import { croppedKey, downloadToFile, objectExists, putObject } from '../store/media.ts';
import { cropClip } from './crop-clip.ts';
import { deliveredVideo, recropItem } from './recrop-item.ts';

/** Smaller videos are of no use, and encoders refuse some of them. */
const sideMin = 64;

/**
 * The same part again is the same file, and is not encoded again.
 * @param key of one of the user's own videos.
 * @returns the key of the cropped file.
 * @throws AppError AddressNotAllowed for anything but a delivered video of this user; BadRequest for a part that is not inside of it;
 * NothingToCrop for the whole frame; CropFailed.
 */
export async function cropAsAsked(userId: string, key: string, crop: Rect): Promise<{ key: string }> {
  const { item, result } = await deliveredVideo(userId, key);
  const planned = item.plan?.cropInfo;
  // The part that was ordered replaces a video that could not be cropped when it was delivered.
  if (planned && isSame(planned, crop)) return recropItem(userId, key);
  refuseUnlessInside(crop, result);
  const cropped = croppedKey(item, crop);
  if (await objectExists(cropped)) return { key: cropped };
  const [input, output] = [join(tmpdir(), `${randomUUID()}.mp4`), join(tmpdir(), `${randomUUID()}.mp4`)];
  try {
    await downloadToFile(result.key, input);
    await cropClip(input, output, crop);
    await putObject(cropped, await readFile(output), 'video/mp4');
    return { key: cropped };
  } finally {
    await Promise.all([input, output].map((file) => rm(file, { force: true })));
  }
}

const isSame = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

function refuseUnlessInside(crop: Rect, { width, height }: { width: number; height: number }): void {
  const { x, y } = crop;
  if (x + crop.width > width || y + crop.height > height || Math.min(crop.width, crop.height) < sideMin)
    throw new AppError('BadRequest', {
      details: {
        path: 'cropInfo',
        reason: `The part must be inside of the video of ${width} × ${height} pixels, ${sideMin} or more a side`,
      },
    });
  if (crop.width === width && crop.height === height) throw new AppError('NothingToCrop');
}
