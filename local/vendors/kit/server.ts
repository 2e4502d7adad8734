/** HTTP server of a stand-in: finds the route, checks the key, applies scripted faults and logs every call. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen, loopback } from '../../plumbing/listen.ts';
import { createCallLog } from './call-log.ts';
import { type Answer, type Call, readCall, writeAnswer } from './http.ts';
import type { AnyFault, Script } from './script.ts';
import { withWireFaults } from './wire-faults.ts';

export type StandIn = {
  url: string;
  port: number;
  /** Closes all connections and waits until everything has ended. Can be called more than once. */
  stop(): Promise<void>;
};

export type Route = {
  /** Name of the route in the log and in the counts. */
  name: string;
  method: string;
  /** Its groups are passed to `answer` as further arguments. */
  path: RegExp;
  /** If set, the key of the caller is not checked. */
  isPublic?: true;
  answer(call: Call, ...groups: string[]): Answer | Promise<Answer>;
};

/** Routes for tests only. Their calls are not logged. */
export const controlRoute = (method: string, path: RegExp, answer: Route['answer']): Route => ({
  name: 'control',
  method,
  path,
  isPublic: true,
  answer,
});

const emptied = (list: { clear(): void }) => (): Answer => {
  list.clear();
  return { status: 204 };
};

type Options<Fault extends AnyFault> = {
  /** A free port by default. */
  port?: number | undefined;
  bodyBytesMax: number;
  script: Script<Fault>;
  /** Routes whose calls the vendor bills if it responds with 200. */
  paidRoutes: readonly string[];
  /** The vendor's form of an error. Used for an unknown address (404), method (405), a large body (413), an error of the stand-in (500). */
  error(status: number, message: string): Answer;
  /** Returns the error for a call without a valid key. */
  keyError?(call: Call): Answer | undefined;
  /** Creates the routes once the address is known. It is synchronous, so that no early call is missed. `stop` ends background work. */
  open(url: string): { routes: readonly Route[]; stop?(): Promise<void> };
};

export async function startServer<Fault extends AnyFault>(options: Options<Fault>): Promise<StandIn> {
  const { bodyBytesMax, script, error, keyError } = options;
  const server = createServer();
  // The port is opened first. So an accidental second stand-in fails here, before it changes the files of the first one.
  const port = await listen(server, options.port);
  const url = `http://${loopback}:${port}`;
  const log = createCallLog(options.paidRoutes);
  const { routes: vendorRoutes, stop } = options.open(url);
  const routes = [
    ...vendorRoutes,
    controlRoute('POST', /^\/_script$/, ({ json }) => {
      const detail = script.add(json);
      return detail === undefined ? { status: 204 } : { status: 400, json: { detail } };
    }),
    controlRoute('DELETE', /^\/_script$/, emptied(script)),
    controlRoute('GET', /^\/_requests$/, () => ({ status: 200, json: log.report() })),
    controlRoute('DELETE', /^\/_requests$/, emptied(log)),
  ];
  const closing = new AbortController();

  const answerOf = async (call: Call, route: Route | undefined): Promise<Answer> => {
    if (call.body.length > bodyBytesMax) return error(413, `The request is larger than ${bodyBytesMax} bytes`);
    if (!route) {
      const isMethodWrong = routes.some(({ path }) => path.test(call.path));
      return error(isMethodWrong ? 405 : 404, `Not found: the stand-in does not know ${call.method} ${call.path}`);
    }
    try {
      const groups = route.path.exec(call.path)?.slice(1) ?? [];
      return (route.isPublic ? undefined : keyError?.(call)) ?? (await route.answer(call, ...groups));
    } catch (failure) {
      return error(500, `Error of the stand-in: ${failure}`);
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const call = await readCall(request);
      const isHead = call.method === 'HEAD';
      const route = routes.find(({ method, path }) => method === (isHead ? 'GET' : call.method) && path.test(call.path));
      const answered = route?.name === 'control' ? () => {} : log.add(route?.name ?? 'unknown', request.url ?? '/', call);
      const answer = await withWireFaults(await answerOf(call, route), closing.signal);
      answered(answer.status);
      await writeAnswer(response, answer, isHead);
    } catch {
      // The caller disconnected, or stop() closed the connection.
      response.destroy();
    }
  };
  server.on('request', (request, response) => void serve(request, response));

  let stopped: Promise<void> | undefined;
  const stopAll = async (): Promise<void> => {
    closing.abort();
    await Promise.all([close(server), stop?.()]);
  };
  return {
    url,
    port,
    stop: () => {
      stopped ??= stopAll();
      return stopped;
    },
  };
}
