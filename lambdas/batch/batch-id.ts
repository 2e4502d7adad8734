import { batchId } from '#shared/batch/api.ts';
import { AppError } from '#shared/errors.ts';

/** The batch that a path names. @throws AppError BatchNotFound where it cannot be one. */
export function batchIdIn(path: Record<string, string>): string {
  const parsed = batchId.safeParse(path.batchId);
  if (!parsed.success) throw new AppError('BatchNotFound');
  return parsed.data;
}
