/** Imitates Photoroom if no key is set: same HTTP interface and limits, and real photo edits (facts: docs/vendors.md). */
import { createCallLog } from '../kit/call-log.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { createPhotoroomScript } from './faults.ts';
import { photoroomRefusals, photoroomRoutes } from './routes.ts';

/** Enough for a photo and a guidance image of 30 MB each; above 30 MB the vendor's own error applies. */
const bodyBytesMax = 80 * 1024 * 1024;
const paidRoutes = ['segment', 'edit'];

export const startPhotoroomStandIn = ({ port }: { port?: number } = {}): Promise<StandIn> =>
  startServer({
    port,
    bodyBytesMax,
    refusals: photoroomRefusals,
    open: ({ stopping }) => {
      const log = createCallLog((route, status) => paidRoutes.includes(route) && status === 200);
      return { log, routes: photoroomRoutes({ script: createPhotoroomScript(), log, stopping }) };
    },
  });
