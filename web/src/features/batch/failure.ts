import { type GenerationFailure, isErrorCode, tileOf, tileOfText } from '#shared/errors.ts';

/** The class of message a failed item shows: by its code, or by its text where the code is none of ours (Q33; M4). */
export const failureClass = (error: { code?: string; message?: string } | undefined): GenerationFailure =>
  isErrorCode(error?.code) ? tileOf(error.code) : tileOfText(error?.message ?? '');
