/** Errors of failed API calls. They are in a separate module, so that the first page of a visitor does not load the code for API calls. */
import type { ErrorCode } from '#shared/errors.ts';

/** The error codes of the product, and three codes that only the page uses: no response, no network, blocked by a firewall. */
export type PageErrorCode = ErrorCode | 'Unreachable' | 'Offline' | 'Blocked';

/** An error response without one of our error codes. It comes from API Gateway, a proxy or a firewall. */
export type HttpResponse = { status: number; body: string };

/** The error of a call that got an error response or no response. */
export class ApiError extends Error {
  readonly code: PageErrorCode;
  readonly details: Record<string, unknown>;
  /** Whether our own API sent the code. False if the page computed the code from the HTTP status or from a missing response. */
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
