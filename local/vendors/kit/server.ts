/** The HTTP server of a stand-in. It finds the route of a call, checks the key, applies connection faults, and logs every call. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen, loopback } from '../../base/listen.ts';
import { createCallLog } from './call-log.ts';
import { applyConnectionFaults } from './connection-faults.ts';
import { type Call, readCall, type VendorResponse, writeResponse } from './http.ts';
import type { AnyFault, Script } from './script.ts';

export type StandIn = {
  url: string;
  port: number;
  /** Closes all connections and waits until all work has ended. Can be called more than once. */
  stop(): Promise<void>;
};

export type Route = {
  /** Name of the route in the log and in the counts. */
  name: string;
  method: string;
  /** The groups of this regular expression are passed to `respond` as additional arguments. */
  path: RegExp;
  /** If set, calls need no key. */
  isPublic?: true;
  respond(call: Call, ...groups: string[]): VendorResponse | Promise<VendorResponse>;
};

/** Routes for tests only. Their calls are not logged. */
export const controlRoute = (method: string, path: RegExp, respond: Route['respond']): Route => ({
  name: 'control',
  method,
  path,
  isPublic: true,
  respond,
});

const clearRoute = (list: { clear(): void }) => (): VendorResponse => {
  list.clear();
  return { status: 204 };
};

type Options<Fault extends AnyFault> = {
  /** A free port by default. */
  port?: number | undefined;
  bodyBytesMax: number;
  script: Script<Fault>;
  /** Routes of paid calls. The vendor bills each call that gets status 200. */
  paidRoutes: readonly string[];
  /**
   * Returns an error in the format of the vendor. The server needs errors for an unknown path (404), a wrong method (405), a body that is
   * too large (413), and a failure of the stand-in (500).
   */
  error(status: number, message: string): VendorResponse;
  /** Returns the error for a call without a valid key. */
  keyError?(call: Call): VendorResponse | undefined;
  /**
   * Creates the routes. This function is synchronous, so that the routes exist before the first call. The returned `stop` ends the
   * background work of the stand-in.
   */
  open(url: string): { routes: readonly Route[]; stop?(): Promise<void> };
};

export async function startServer<Fault extends AnyFault>(options: Options<Fault>): Promise<StandIn> {
  const { bodyBytesMax, script, error, keyError } = options;
  const server = createServer();
  // A second stand-in with the same port fails here, before it can change the files of the first stand-in.
  const port = await listen(server, options.port);
  const url = `http://${loopback}:${port}`;
  const log = createCallLog(options.paidRoutes);
  const { routes: vendorRoutes, stop } = options.open(url);
  let held = Promise.withResolvers<void>();
  const routes = [
    ...vendorRoutes,
    controlRoute('POST', /^\/_script\/release$/, () => {
      script.removeRulesWith('held');
      held.resolve();
      held = Promise.withResolvers();
      return { status: 204 };
    }),
    controlRoute('POST', /^\/_script$/, ({ json }) => {
      const detail = script.add(json);
      return detail === undefined ? { status: 204 } : { status: 400, json: { detail } };
    }),
    controlRoute('DELETE', /^\/_script$/, clearRoute(script)),
    controlRoute('GET', /^\/_requests$/, () => ({ status: 200, json: log.report() })),
    controlRoute('DELETE', /^\/_requests$/, clearRoute(log)),
  ];
  const stopController = new AbortController();

  const createResponse = async (call: Call, route: Route | undefined): Promise<VendorResponse> => {
    if (call.body.length > bodyBytesMax) return error(413, `The request is larger than ${bodyBytesMax} bytes`);
    if (!route) {
      const isMethodWrong = routes.some(({ path }) => path.test(call.path));
      return error(isMethodWrong ? 405 : 404, `Not found: the stand-in does not know ${call.method} ${call.path}`);
    }
    try {
      const groups = route.path.exec(call.path)?.slice(1) ?? [];
      return (route.isPublic ? undefined : keyError?.(call)) ?? (await route.respond(call, ...groups));
    } catch (failure) {
      // The product logs only the status of this response.
      console.error(`The stand-in failed at ${call.method} ${call.path}:`, failure);
      return error(500, `Error of the stand-in: ${failure}`);
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const call = await readCall(request);
      const isHead = call.method === 'HEAD';
      const route = routes.find(({ method, path }) => method === (isHead ? 'GET' : call.method) && path.test(call.path));
      const logStatus = route?.name === 'control' ? () => {} : log.add(route?.name ?? 'unknown', request.url ?? '/', call);
      const released = held.promise;
      const vendorResponse = await applyConnectionFaults(await createResponse(call, route), {
        stopSignal: stopController.signal,
        released,
      });
      logStatus(vendorResponse.status);
      await writeResponse(response, vendorResponse, isHead);
    } catch {
      // The client disconnected, or stop() closed the connection.
      response.destroy();
    }
  };
  server.on('request', (request, response) => void serve(request, response));

  let pendingStop: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    stopController.abort();
    await Promise.all([close(server), stop?.()]);
  };
  return {
    url,
    port,
    stop: () => {
      pendingStop ??= stopAll();
      return pendingStop;
    },
  };
}
