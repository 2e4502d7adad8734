import type { BatchKind } from '#shared/batch/batch.ts';
import { type GenerationFailure, isErrorCode, tileOf, tileOfText } from '#shared/errors.ts';

/**
 * Returns the class of a failed item. The class selects the text. It depends on the error code or, if the code is unknown, on the error
 * text.
 */
export const failureClass = (error: { code?: string; message?: string } | undefined): GenerationFailure =>
  isErrorCode(error?.code) ? tileOf(error.code) : tileOfText(error?.message ?? '');

/** Whether the vendor refused the photo or the prompt. In this case, it would also refuse the same order again. */
export const isRefused = (error: { code?: string; message?: string } | undefined): boolean =>
  ['content_policy', 'invalid_input'].includes(failureClass(error));

/**
 * Returns the text key of a failed item. An image without a message shows 'Unknown error' (docs/spec.md 8.5). If the account has reached
 * its daily limit, no vendor was called, and the text explains the limit.
 */
export function failureKey(kind: BatchKind, error: { code?: string; message?: string } | undefined) {
  if (error?.code === 'DailyWorkLimit') return 'errors.DailyWorkLimit' as const;
  if (kind === 'image' && !error?.code && !error?.message) return 'batch.result.unknown' as const;
  return `${kind}_generator.errors.${failureClass(error)}` as const;
}

/** Returns the last part of the text key `bench.reason.<name>`. The text is a short reason for a row of a table. */
export const failureReason = (error: { code?: string; message?: string } | undefined) =>
  error?.code === 'DailyWorkLimit' ? ('daily_limit' as const) : failureClass(error);
