import type { BatchKind } from '#shared/batch/batch.ts';
import { type GenerationFailure, isErrorCode, tileOf, tileOfText } from '#shared/errors.ts';

/** The class of message a failed item shows: by its code, or by its text where the code is none of ours (Q33; M4). */
export const failureClass = (error: { code?: string; message?: string } | undefined): GenerationFailure =>
  isErrorCode(error?.code) ? tileOf(error.code) : tileOfText(error?.message ?? '');

/**
 * The text key of a failed item: an image without any message shows 'Unknown error' (SPEC 8, 'Image batch'); where the account is at its
 * limit for today, no vendor was asked, and the limit's own text says what helps.
 */
export function failureKey(kind: BatchKind, error: { code?: string; message?: string } | undefined) {
  if (error?.code === 'DailyWorkLimit') return 'errors.DailyWorkLimit' as const;
  if (kind === 'image' && !error?.code && !error?.message) return 'batch.result.unknown' as const;
  return `${kind}_generator.errors.${failureClass(error)}` as const;
}
