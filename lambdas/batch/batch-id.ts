import { batchId } from '#shared/batch/api.ts';
import { AppError } from '#shared/errors.ts';

/**
 * Returns the batch id in a path.
 * @throws AppError BatchNotFound if the id is not valid.
 */
export function batchIdIn(path: Record<string, string>): string {
  const parsed = batchId.safeParse(path.batchId);
  if (!parsed.success) throw new AppError('BatchNotFound');
  return parsed.data;
}
