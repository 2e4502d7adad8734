import { createHash } from 'node:crypto';

/** An ETag of a response body. Ignores the signatures in URLs, which change although the content does not. */
export const etagOf = (body: unknown): string => {
  const text = JSON.stringify(body, (key, value) => (key.endsWith('Url') && typeof value === 'string' ? value.split('?')[0] : value));
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
};
