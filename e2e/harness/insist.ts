/** Makes a call again after an outage, as the page does (web/src/lib/patience.ts). */
import { type EndpointName, endpoints, isRepeatable } from '#shared/endpoints.ts';
import { isErrorCode } from '#shared/errors.ts';

type Answer = { status: number; body: unknown };

const triesMax = 5;
/** A call that API Gateway refused waits longer: all ten functions of the account may be busy for some seconds. */
const refusedTriesMax = 10;
/** The page pauses longer between calls. */
const pauseMs = 250;
const pauseMsMax = 8_000;
const outages = ['ServiceBusy', 'LedgerConflict', 'InternalError'];

/** How often a call that did not run, or may run again, is made at most. Limits of the product are answers, and are not repeated. */
function triesOf(method: string, path: string, { status, body }: Answer): number {
  const { code } = (body ?? {}) as { code?: unknown };
  if (isErrorCode(code)) return outages.includes(code) && isRepeatableCall(method, path) ? triesMax : 1;
  // API Gateway's own answers: the function did not run.
  return status === 429 || status === 503 ? refusedTriesMax : 1;
}

function isRepeatableCall(method: string, path: string): boolean {
  const [pathname = ''] = path.split('?');
  const isCalled = (name: EndpointName) =>
    endpoints[name].method === method && new RegExp(`^${endpoints[name].path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  const name = (Object.keys(endpoints) as EndpointName[]).find(isCalled);
  return name !== undefined && isRepeatable(name);
}

export async function insist<Answered extends Answer>(method: string, path: string, call: () => Promise<Answered>): Promise<Answered> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    if (attempt >= triesOf(method, path, answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMsMax, pauseMs * 2 ** attempt)));
  }
}

/** `fetch` that insists. */
export async function patientFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url);
  const { response } = await insist(init.method ?? 'GET', pathname + search, async () => {
    const response = await fetch(url, init);
    return { status: response.status, body: jsonOf(await response.clone().text()), response };
  });
  return response;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
