import type { BatchKind } from '#shared/batch/batch.ts';
import { type GenerationFailure, isErrorCode, tileOf, tileOfText } from '#shared/errors.ts';

/** The class of message a failed item shows: by its code, or by its text where the code is none of ours (Q33; M4). */
export const failureClass = (error: { code?: string; message?: string } | undefined): GenerationFailure =>
  isErrorCode(error?.code) ? tileOf(error.code) : tileOfText(error?.message ?? '');

/** The text key of a failed item: an image without any message shows 'Unknown error' (SPEC 8, 'Image batch'). */
export const failureKey = (kind: BatchKind, error: { code?: string; message?: string } | undefined) =>
  kind === 'image' && !error?.code && !error?.message
    ? ('batch.result.unknown' as const)
    : (`${kind}_generator.errors.${failureClass(error)}` as const);
