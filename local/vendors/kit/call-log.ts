/** A log of the calls to a stand-in since its start. Tests use the log to count the calls that would cost money. */
import type { Call } from './http.ts';

const callsMax = 1_000;
const listedBodyBytesMax = 64 * 1024;
/** In a larger body, longer texts are shortened. Such a text is usually a picture in base64. */
const listedTextCharactersMax = 8 * 1024;

type LoggedCall = {
  /** Time of arrival, ISO 8601. */
  time: string;
  method: string;
  /** Includes the query. */
  path: string;
  route: string;
  /** The received JSON. If the call sends a form, `body` contains the fields of the form, and the size and type of each file. */
  body: unknown;
  /** The status of the response, after the response was sent. */
  status?: number;
};

/** @param paidRoutes routes of paid calls: the vendor bills each call that gets status 200. */
export function createCallLog(paidRoutes: readonly string[]) {
  const calls: LoggedCall[] = [];
  const counts: Record<string, number> = {};
  let paidSubmits = 0;
  return {
    /** @returns a callback that receives the status of the response */
    add(route: string, path: string, call: Call): (status: number) => void {
      const entry: LoggedCall = { time: new Date().toISOString(), method: call.method, path, route, body: listedBody(call) };
      calls.push(entry);
      if (calls.length > callsMax) calls.shift();
      counts[route] = (counts[route] ?? 0) + 1;
      return (status) => {
        entry.status = status;
        if (paidRoutes.includes(route) && status === 200) paidSubmits += 1;
      };
    },
    /** The counts also include calls that were already removed from the list. */
    report: () => ({ requests: calls, counts, paidSubmits }),
    clear(): void {
      calls.length = 0;
      for (const route of Object.keys(counts)) delete counts[route];
      paidSubmits = 0;
    },
  };
}

function listedBody({ headers, body, json, form }: Call): unknown {
  if (form) return { ...form, files: form.files.map(({ bytes, ...file }) => ({ ...file, sizeBytes: bytes.length })) };
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.toString()));
  if (body.length <= listedBodyBytesMax) return json ?? null;
  const shortened = JSON.stringify(json ?? null, (_, value: unknown) => (typeof value === 'string' ? shorten(value) : value));
  return shortened.length > listedBodyBytesMax ? { omittedBytes: body.length } : JSON.parse(shortened);
}

const shorten = (text: string): string => (text.length > listedTextCharactersMax ? `(${text.length} characters)` : text);
