import { type ErrorCode, errors } from '#shared/errors.ts';
import { imageMessage } from '#shared/image/failure.ts';
import { photoEditMessage } from '#shared/photo-edit/failure.ts';
import type { BatchItem } from '../store/batch-rows.ts';

/**
 * Returns the error text of a failed item. The text depends on the kind of the item. The text of AiWriteFailed is for the button that
 * writes a single prompt, so a failed item has the general text.
 */
export function failureMessage(item: BatchItem, errorCode: ErrorCode): string {
  const code = errorCode === 'AiWriteFailed' ? 'GenerationFailed' : errorCode;
  if (item.kind === 'image') return imageMessage(code, item.model);
  return item.kind === 'edit' ? photoEditMessage(code) : errors[code].message;
}
