import { AppError } from '#shared/errors.ts';
import { pipelineImageBytesMax } from '#shared/upload/image-file.ts';
import { isUploadOf, ownsIteration, readStart } from '../store/media.ts';
import { namedKey } from '../store/own-media.ts';

/**
 * The key of a picture that a caller names by key or by address: an upload of the caller's, or an image that a run of the caller's made.
 * @throws AppError AddressNotAllowed for anything else, UploadNotFound or PipelineImageTooLarge.
 */
export async function ownPicture(userId: string, named: string, now: Date): Promise<string> {
  const key = await namedKey(named, now);
  if (!isUploadOf(userId, key) && !ownsIteration(userId, key)) throw new AppError('AddressNotAllowed');
  const start = await readStart(key, 1);
  if (!start) throw new AppError('UploadNotFound');
  if (start.sizeBytes > pipelineImageBytesMax) throw new AppError('PipelineImageTooLarge');
  return key;
}
