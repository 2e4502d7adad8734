import { expect } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';

/** What a seller is told when AI Write fails: SPEC's text, and for programs the reason, but no word of the vendor. */
export const aiWriteFailed = (reason: ErrorCode) => ({
  status: 502,
  body: {
    success: false,
    code: 'AiWriteFailed',
    message: 'Please try again or check your internet',
    error: 'Please try again or check your internet',
    details: 'Please try again or check your internet',
    data: { reason },
    requestId: expect.any(String),
  },
});
