/** What a failed call throws. Apart from the calls themselves, so that the first page a visitor sees does without those. */
import type { ErrorCode } from '#shared/errors.ts';

/** The page's own codes beside the product's: a network that does not carry or is not there, and a firewall that answered for us. */
export type PageErrorCode = ErrorCode | 'Unreachable' | 'Offline' | 'Blocked';

/** A response that came without one of our codes: from API Gateway, a proxy or a firewall. */
export type HttpResponse = { status: number; body: string };

/** An answer that is an error, or none at all. */
export class ApiError extends Error {
  readonly code: PageErrorCode;
  readonly details: Record<string, unknown>;
  /** Our own API said so: nothing on the way to it did, and nothing was guessed from a status. */
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

/** The code behind anything thrown. */
export const codeOf = (error: unknown): PageErrorCode => (error instanceof ApiError ? error.code : 'InternalError');
