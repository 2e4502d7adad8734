/** Returns the files of a request with their states and links. */
import { AppError } from '#shared/errors.ts';
import type { FinishFileResponse, FinishResponse } from '#shared/finish/api.ts';
import { finishedFileName } from '#shared/finish/file-name.ts';
import {
  type FinishedFile,
  type FinishId,
  type FinishRecord,
  finishedKey,
  readFinish,
  readFinishedFile,
  toRefusal,
} from '../store/finishes.ts';
import { signedUrl } from '../store/signed-urls.ts';

/** @throws AppError NotFound, also for an expired request or for the request of another user. */
export async function getFinish(ref: FinishId, now: Date): Promise<FinishResponse> {
  const record = await readFinish(ref);
  if (!record) throw new AppError('NotFound');
  return finishOf(record, now);
}

export async function finishOf({ finishId, files }: FinishRecord, now: Date): Promise<FinishResponse> {
  const records = await Promise.all(files.map(readFinishedFile));
  const existing = records.filter((file) => file !== undefined);
  return { finishId, files: await Promise.all(existing.map((file) => toFinishResponse(file, now))) };
}

/** @param isQuote true if no file is made. */
export async function toFinishResponse(file: FinishedFile, now: Date, isQuote = false): Promise<FinishFileResponse> {
  const { batchId, itemId, title, placement, version, status, steps, changes, refusal, extension, sizeBytes } = file;
  const fileName = finishedFileName(title, placement, extension);
  return {
    ...{ batchId, itemId, title, placement, version, steps, changes, fileName },
    status: isQuote && status === 'making' ? 'planned' : status,
    ...(refusal && { refusal: toRefusal(refusal) }),
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(status === 'ready' && { url: await signedUrl(finishedKey(file), now, fileName) }),
  };
}
