/**
 * Imitates Photoroom if no key is set. The stand-in has the same HTTP interface and limits, and really edits the photos (facts:
 * docs/vendors.md).
 */
import { type StandIn, startServer } from '../kit/server.ts';
import { createPhotoroomScript } from './faults.ts';
import { editError, photoroomRoutes } from './routes.ts';

/** This size is enough for a photo and a guiding picture of 30 MB each. A file above 30 MB gets the error of the vendor. */
const bodyBytesMax = 80 * 1024 * 1024;

export function startPhotoroomStandIn(): Promise<StandIn> {
  const script = createPhotoroomScript();
  return startServer({
    bodyBytesMax,
    script,
    paidRoutes: ['segment', 'edit'],
    error: editError,
    keyError: ({ headers }) => (headers['x-api-key'] ? undefined : editError(403, 'Invalid or missing API key')),
    open: () => ({ routes: photoroomRoutes(script) }),
  });
}
