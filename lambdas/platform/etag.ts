import { createHash } from 'node:crypto';

/** A tag of what an answer says, leaving out the signatures in its links: they change though nothing has. */
export const etagOf = (body: unknown): string => {
  const text = JSON.stringify(body, (key, value) => (key.endsWith('Url') && typeof value === 'string' ? value.split('?')[0] : value));
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
};
