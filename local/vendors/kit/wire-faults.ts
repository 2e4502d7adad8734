/** Faults of the connection that every vendor can have: a response that is late, cut, empty, malformed, oversized or redirected. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Answer } from './http.ts';

/** Longer than any caller waits for a response. */
const slowMsMax = 120_000;
const oversizedBytesMax = 512 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, ' ');

/** Spread this into the `z.discriminatedUnion('kind', …)` of a stand-in. */
export const wireFaults = [
  /** Delays the response by `ms`; the request itself is processed immediately. */
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(1).max(slowMsMax) }),
  /** Sends no response while the stand-in runs. */
  z.strictObject({ kind: z.literal('never') }),
  /** Closes the connection before the response or in the middle of its body. */
  z.strictObject({ kind: z.literal('cut'), at: z.literal(['before', 'within']).default('before') }),
  /** 200 with an empty body. */
  z.strictObject({ kind: z.literal('empty') }),
  /** 200 with a body that does not match its content type. */
  z.strictObject({ kind: z.literal('malformed') }),
  /** 200 with `bytes` blanks and without a content length. */
  z.strictObject({ kind: z.literal('oversized'), bytes: z.int().min(1).max(oversizedBytesMax) }),
  /** 307 to an address. By default, it is an address in a private network, which an attacker would choose. */
  z.strictObject({ kind: z.literal('redirect'), to: z.url().default('http://169.254.169.254/latest/meta-data/') }),
] as const;
type WireFault = z.infer<(typeof wireFaults)[number]>;

/** Applies the connection faults of an answer. Ignores other faults, which the stand-in handles itself. */
export async function withWireFaults({ faults = [], ...answer }: Answer, stopping: AbortSignal): Promise<Answer> {
  let result: Answer = answer;
  for (const fault of faults as readonly WireFault[]) result = await withFault(result, fault, stopping);
  return result;
}

async function withFault(answer: Answer, fault: WireFault, stopping: AbortSignal): Promise<Answer> {
  const { status, json } = answer;
  const headers = { ...(json !== undefined && { 'content-type': 'application/json' }), ...answer.headers };
  switch (fault.kind) {
    case 'slow':
      // If the stand-in stops during the pause, it responds immediately.
      await pause(fault.ms, undefined, { signal: stopping }).catch(() => {});
      return answer;
    case 'never':
      if (!stopping.aborted) await once(stopping, 'abort');
      return { ...answer, cut: 'before' };
    case 'cut':
      return { ...answer, cut: fault.at };
    case 'empty':
      return { status, headers, bytes: Buffer.alloc(0) };
    case 'malformed':
      return { status, headers, bytes: Buffer.from('<html><body>Bad gateway</body></html>') };
    case 'oversized':
      return { status, headers, stream: blanks(fault.bytes) };
    case 'redirect':
      return { status: 307, headers: { location: fault.to } };
    default:
      return answer;
  }
}

function* blanks(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunk.length) yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}
