/** Log of the calls to a stand-in since its start. Tests use it to count the calls that would cost money. */
import { formOf, isForm } from './form.ts';
import { type Call, jsonOf } from './http.ts';

const callsMax = 1_000;
const bodyBytesShownMax = 64 * 1024;

type LoggedCall = {
  /** Time of arrival, ISO 8601. */
  time: string;
  method: string;
  /** Includes the query. */
  path: string;
  route: string;
  /** JSON as received. For a form: its fields, and the size and type of each file. */
  body: unknown;
  /** Set after the response. */
  status?: number;
};

export type CallLog = ReturnType<typeof createCallLog>;

/** @param isPaid whether the vendor would bill a call of this route that it responded to with this status. */
export function createCallLog(isPaid: (route: string, status: number) => boolean) {
  const calls: LoggedCall[] = [];
  const counts: Record<string, number> = {};
  let paidSubmits = 0;
  return {
    /** @returns a callback for the status, to call once it is known. */
    add(call: Omit<LoggedCall, 'status'>): (status: number) => void {
      const logged: LoggedCall = { ...call };
      calls.push(logged);
      if (calls.length > callsMax) calls.shift();
      counts[call.route] = (counts[call.route] ?? 0) + 1;
      return (status) => {
        logged.status = status;
        if (isPaid(call.route, status)) paidSubmits += 1;
      };
    },
    /** Counts include the calls that were removed from the list. */
    report: () => ({ requests: calls, counts, paidSubmits }),
    clear(): void {
      calls.length = 0;
      for (const route of Object.keys(counts)) delete counts[route];
      paidSubmits = 0;
    },
  };
}

/** Returns the loggable form of a body. */
export async function shownBody({ headers, body }: Pick<Call, 'headers' | 'body'>): Promise<unknown> {
  if (isForm({ headers })) {
    const form = await formOf({ headers, body });
    return form ? { ...form, files: form.files.map(({ bytes, ...file }) => ({ ...file, sizeBytes: bytes.length })) } : null;
  }
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.subarray(0, bodyBytesShownMax).toString()));
  return body.length > bodyBytesShownMax ? { omittedBytes: body.length } : (jsonOf(body) ?? null);
}
