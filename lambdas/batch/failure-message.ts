import { type ErrorCode, errors } from '#shared/errors.ts';
import { imageMessage } from '#shared/image/failure.ts';
import type { BatchItem } from '../store/batch-rows.ts';

/** Returns the error text of a failed item, by its kind. */
export const failureMessage = (item: Pick<BatchItem, 'kind' | 'model'>, code: ErrorCode): string =>
  isImage(item) ? imageMessage(code, item.model) : errors[code].message;

const isImage = (item: Pick<BatchItem, 'kind' | 'model'>): item is Extract<BatchItem, { kind: 'image' }> => item.kind === 'image';
