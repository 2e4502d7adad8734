/** Errors of failed calls. Separate from the calls, so that a visitor's first page does not load those. */
import type { ErrorCode } from '#shared/errors.ts';

/** Codes that only the page uses, in addition to the product's: no response, no network, blocked by a firewall. */
export type PageErrorCode = ErrorCode | 'Unreachable' | 'Offline' | 'Blocked';

/** A response without one of our codes: from API Gateway, a proxy or a firewall. */
export type HttpResponse = { status: number; body: string };

/** An error response, or no response. */
export class ApiError extends Error {
  readonly code: PageErrorCode;
  readonly details: Record<string, unknown>;
  /** The code comes from our own API. It is not derived from a status, and no intermediary sent it. */
  readonly isOurs: boolean;
  readonly http: HttpResponse | undefined;
  constructor(
    code: PageErrorCode,
    details: Record<string, unknown> = {},
    options: { cause?: unknown; isOurs?: boolean; http?: HttpResponse } = {},
  ) {
    super(code, options);
    this.http = options.http;
    this.isOurs = options.isOurs ?? false;
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }
}

/** Returns the code of any thrown value. */
export const codeOf = (error: unknown): PageErrorCode => (error instanceof ApiError ? error.code : 'InternalError');
