/** Stands in for Photoroom where no key is set: the same wire and limits, and photos that are really edited (facts: docs/vendors.md). */
import { createCallLog } from '../kit/call-log.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { createPhotoroomScript } from './faults.ts';
import { photoroomRefusals, photoroomRoutes } from './routes.ts';

/** A photo and a guidance of 30 MB each, which is what the vendor itself answers about. */
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
