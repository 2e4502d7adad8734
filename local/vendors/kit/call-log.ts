/** What was asked of a stand-in since it started, so that a test can count the calls that would have cost money. */
import { formOf, isForm } from './form.ts';
import { type Call, jsonOf } from './http.ts';

const callsMax = 1_000;
const bodyBytesShownMax = 64 * 1024;

type LoggedCall = {
  /** ISO 8601, at arrival. */
  time: string;
  method: string;
  /** With its query. */
  path: string;
  route: string;
  /** JSON as it came; a form as its fields, with the size and type of each file. */
  body: unknown;
  /** Set once the call is answered. */
  status?: number;
};

export type CallLog = ReturnType<typeof createCallLog>;

/** `isPaid`: whether the vendor would have billed a call of this route that it answered so. */
export function createCallLog(isPaid: (route: string, status: number) => boolean) {
  const calls: LoggedCall[] = [];
  const counts: Record<string, number> = {};
  let paidSubmits = 0;
  return {
    /** @returns what to call with the status once it is known. */
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
    /** Counts include the calls that the list no longer holds. */
    report: () => ({ requests: calls, counts, paidSubmits }),
  };
}

/** What the log shows of a body. */
export async function shownBody({ headers, body }: Pick<Call, 'headers' | 'body'>): Promise<unknown> {
  if (isForm({ headers })) {
    const form = await formOf({ headers, body });
    return form ? { ...form, files: form.files.map(({ bytes, ...file }) => ({ ...file, sizeBytes: bytes.length })) } : null;
  }
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.subarray(0, bodyBytesShownMax).toString()));
  return body.length > bodyBytesShownMax ? { omittedBytes: body.length } : (jsonOf(body) ?? null);
}
