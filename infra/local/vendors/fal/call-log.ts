/** What was asked of the stand-in since it started, so that a test can count the submits that would have cost money. */
import { jsonOf } from './http.ts';

const callsMax = 1_000;
const bodyBytesShownMax = 64 * 1024;

export type LoggedCall = {
  /** ISO 8601, at arrival. */
  time: string;
  method: string;
  /** With its query. */
  path: string;
  route: string;
  body: unknown;
  /** Set once the call is answered. */
  status?: number;
};

export function createCallLog() {
  const calls: LoggedCall[] = [];
  const counts: Record<string, number> = {};
  let paidSubmits = 0;
  return {
    /** @returns what to call with the status once it is known. */
    add(call: { time: string; method: string; path: string; route: string }, body: Buffer): (status: number) => void {
      const shown = body.length > bodyBytesShownMax ? { omittedBytes: body.length } : jsonOf(body);
      const logged: LoggedCall = { ...call, body: shown ?? null };
      calls.push(logged);
      if (calls.length > callsMax) calls.shift();
      counts[call.route] = (counts[call.route] ?? 0) + 1;
      return (status) => {
        logged.status = status;
        if (call.route === 'submit' && status === 200) paidSubmits += 1;
      };
    },
    /** Counts include the calls that the list no longer holds. */
    report: () => ({ requests: calls, counts, paidSubmits }),
  };
}
