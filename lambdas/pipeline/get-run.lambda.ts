import { etagOf } from '../platform/etag.ts';
import { handle } from '../platform/handle.ts';
import { getRun } from './get-run.ts';
import { runIdIn } from './run-id.ts';

export const handler = handle({ endpoint: 'getRun' }, async ({ caller, path, headers, now }) => {
  const body = await getRun(caller.userId, runIdIn(path), now);
  const etag = etagOf(body);
  return headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { body, headers: { etag } };
});
