import { createHash } from 'node:crypto';
import type { HandlerResponse } from './handle.ts';

/** Returns the ETag of a response body. The signatures in URLs are ignored, because they change even if the content is the same. */
const etagOf = (body: unknown): string => {
  const text = JSON.stringify(body, (key, value) => (key.endsWith('Url') && typeof value === 'string' ? value.split('?')[0] : value));
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
};

/** Responds with an ETag, and without the body if the caller already has this version. */
export function withEtag<Body>(body: Body, headers: Record<string, string | undefined>): HandlerResponse<Body> {
  const etag = etagOf(body);
  return headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { body, headers: { etag } };
}
