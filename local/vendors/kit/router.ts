/** Finds the handler of a call by method and path. */
import type { Answer, Call } from './http.ts';

export type Handler = (call: Call, ...parts: string[]) => Answer | Promise<Answer>;
export type Route = {
  /** Name of the route in the log and in the counts. */
  name: string;
  method: string;
  /** Its groups become the further arguments of the handler. */
  path: RegExp;
  /** 'key': `refusals.keyless` must accept the call first. */
  access: 'key' | 'anyone';
  answer: Handler;
};

/** The vendor's own errors for calls that reach no handler. */
export type Refusals = {
  /** Returns the error for a call without a valid key, undefined if the key is valid. */
  keyless(call: Call): Answer | undefined;
  /** 405 if only the method is wrong. */
  unknown(status: 404 | 405): Answer;
  tooLarge(): Answer;
  /** An error of the stand-in itself. */
  failed(error: unknown): Answer;
};

export type MatchedRoute = { name: string; answer(call: Call): Promise<Answer> };
export type Router = (method: string, path: string) => MatchedRoute;

export function createRouter(routes: readonly Route[], { keyless, unknown, failed }: Refusals): Router {
  return (method, path) => {
    const candidates = routes.filter((route) => route.path.test(path));
    const route = candidates.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method));
    if (!route) return { name: 'unknown', answer: async () => unknown(candidates.length > 0 ? 405 : 404) };
    const groups = route.path.exec(path)?.slice(1) ?? [];
    const answer = async (call: Call): Promise<Answer> => {
      try {
        return (route.access === 'key' ? keyless(call) : undefined) ?? (await route.answer(call, ...groups));
      } catch (error) {
        return failed(error);
      }
    };
    return { name: route.name, answer };
  };
}
