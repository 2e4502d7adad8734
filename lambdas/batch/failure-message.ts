import { type ErrorCode, errors } from '#shared/errors.ts';
import { imageMessage } from '#shared/image/failure.ts';
import { photoEditMessage } from '#shared/photo-edit/failure.ts';
import type { BatchItem } from '../store/batch-rows.ts';

/** Returns the error text of a failed item. The text depends on the kind of the item. */
export function failureMessage(item: BatchItem, code: ErrorCode): string {
  if (item.kind === 'image') return imageMessage(code, item.model);
  return item.kind === 'edit' ? photoEditMessage(code) : errors[code].message;
}
