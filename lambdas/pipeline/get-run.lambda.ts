import { withEtag } from '../platform/etag.ts';
import { handle } from '../platform/handle.ts';
import { getRun } from './get-run.ts';
import { runIdIn } from './run.ts';

export const handler = handle({ endpoint: 'getRun' }, async ({ caller, path, headers, now }) =>
  withEtag(await getRun(caller.userId, runIdIn(path), now), headers),
);
