import { batchId } from '#shared/batch/api.ts';
import type { KeepResponse } from '#shared/batch/keep.ts';
import { AppError } from '#shared/errors.ts';
import { keepItem } from '../batch/keep-item.ts';
import { photoItemId } from './order-edit.ts';

/** @throws AppError OperationNotFound, also for another user's edit and for other kinds of work; NothingToKeep if the edit is not done. */
export async function keepPhotoEdit(userId: string, jobId: string | undefined, keep: boolean): Promise<KeepResponse> {
  const id = batchId.safeParse(jobId);
  if (!id.success) throw new AppError('OperationNotFound');
  try {
    return await keepItem({ userId, batchId: id.data, itemId: photoItemId, keep, kinds: ['photo-edit'] });
  } catch (error) {
    if (error instanceof AppError && error.code === 'BatchNotFound') throw new AppError('OperationNotFound', { cause: error });
    throw error;
  }
}
