/** Returns the state of an edit, with the URL of its result. */
import { batchId } from '#shared/batch/api.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { PhotoEditJob } from '#shared/photo-edit/api.ts';
import { photoEditMessage } from '#shared/photo-edit/failure.ts';
import { photoEditFileName } from '#shared/photo-edit/file-name.ts';
import { exportFormats } from '#shared/photo-edit/settings.ts';
import { probeOfResult } from '../batch/probe-of-result.ts';
import type { PhotoEditItem } from '../store/batch-rows.ts';
import { readBatchRow, readItem } from '../store/batches.ts';
import { signedUrl } from '../store/signed-urls.ts';

/** @throws AppError OperationNotFound, also for another user's edit and for other kinds of work. */
export async function getPhotoEdit(userId: string, jobId: string | undefined, now: Date): Promise<PhotoEditJob> {
  const id = batchId.safeParse(jobId);
  const [job, item] = id.success ? await Promise.all([readBatchRow(userId, id.data), readItem(userId, id.data, 0)]) : [];
  // An item without a batch row was not ordered.
  if (!job || item?.kind !== 'photo-edit') throw new AppError('OperationNotFound');
  return toResponse(item, now);
}

async function toResponse(item: PhotoEditItem, now: Date): Promise<PhotoEditJob> {
  const { batchId: jobId, status, result, cents, errorCode } = item;
  const cost = dollarsFromCents(cents);
  const common = { jobId, cost, photoUrl: await signedUrl(item.uploadKey, now) };
  if (status === 'queued') return { ...common, status: 'queued', charged: 0 };
  if (status === 'generating') return { ...common, status: 'working', charged: 0 };
  const format = exportFormats.find((one) => result?.contentType === `image/${one}`);
  if (status !== 'completed' || !result || !format) {
    const code = errorCode ?? 'GenerationFailed';
    return { ...common, status: 'failed', charged: 0, error: { code, message: photoEditMessage(code) } };
  }
  const { key, width, height, ignoredSettings, seed } = result;
  return {
    ...common,
    status: 'done',
    charged: cost,
    imageUrl: await signedUrl(key, now),
    downloadUrl: await signedUrl(key, now, photoEditFileName(format, new Date(item.endedAt ?? now))),
    resultKey: key,
    probe: probeOfResult(item),
    format,
    width,
    height,
    ignoredSettings,
    seed,
    kept: item.kept,
  };
}
