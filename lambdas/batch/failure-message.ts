import { type ErrorCode, errors } from '#shared/errors.ts';
import { imageMessage } from '#shared/image/failure.ts';
import type { BatchItem } from '../store/batch-rows.ts';

/** Returns the error text of a failed item, by its kind. */
export const failureMessage = (item: BatchItem, code: ErrorCode): string =>
  item.kind === 'image' ? imageMessage(code, item.model) : errors[code].message;
