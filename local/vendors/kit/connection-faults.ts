/** Faults of the connection that every vendor can have: a response that is late, cut, empty, malformed, oversized or redirected. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { VendorResponse } from './http.ts';

/** Maximum delay. It is longer than the time that any caller waits for a response. */
const slowMsMax = 120_000;
const oversizedBytesMax = 512 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, ' ');

/** The schemas of the faults. Each stand-in adds them to its `z.discriminatedUnion('kind', …)`. */
export const connectionFaults = [
  /** Delays the response by `ms`, but processes the request immediately. */
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(1).max(slowMsMax) }),
  /** Processes the request immediately, but sends the response only after the next `POST /_script/release`. */
  z.strictObject({ kind: z.literal('held') }),
  /** Sends no response while the stand-in is running. */
  z.strictObject({ kind: z.literal('never') }),
  /** Closes the connection before the response or in the middle of its body. */
  z.strictObject({ kind: z.literal('cut'), at: z.literal(['before', 'within']).default('before') }),
  /** The response has its usual status, but an empty body. */
  z.strictObject({ kind: z.literal('empty') }),
  /** The response has its usual status, but a body that does not match the content type. */
  z.strictObject({ kind: z.literal('malformed') }),
  /** The response has its usual status, no content length, and a body of `bytes` blanks. */
  z.strictObject({ kind: z.literal('oversized'), bytes: z.int().min(1).max(oversizedBytesMax) }),
  /** The response has status 307 and redirects to a URL. By default, the URL is in a private network, as in an attack. */
  z.strictObject({ kind: z.literal('redirect'), to: z.url().default('http://169.254.169.254/latest/meta-data/') }),
] as const;
type ConnectionFault = z.infer<(typeof connectionFaults)[number]>;

/** The events that end the wait of a response. `released` resolves when the script releases all held responses. */
type WaitEnds = { stopSignal: AbortSignal; released: Promise<void> };

/** Applies the connection faults of a response. Other faults are ignored here, because each stand-in applies its own faults. */
export async function applyConnectionFaults({ faults = [], ...response }: VendorResponse, waitEnds: WaitEnds): Promise<VendorResponse> {
  let result: VendorResponse = response;
  for (const fault of faults as readonly ConnectionFault[]) result = await applyFault(result, fault, waitEnds);
  return result;
}

async function applyFault(response: VendorResponse, fault: ConnectionFault, { stopSignal, released }: WaitEnds): Promise<VendorResponse> {
  const { status, json } = response;
  const headers = { ...(json !== undefined && { 'content-type': 'application/json' }), ...response.headers };
  switch (fault.kind) {
    case 'slow':
      // If the stand-in stops during the pause, it responds immediately.
      await pause(fault.ms, undefined, { signal: stopSignal }).catch(() => {});
      return response;
    case 'held':
      await Promise.race([released, aborted(stopSignal)]);
      return response;
    case 'never':
      await aborted(stopSignal);
      return { ...response, closesConnection: 'before' };
    case 'cut':
      return { ...response, closesConnection: fault.at };
    case 'empty':
      return { status, headers, bytes: Buffer.alloc(0) };
    case 'malformed':
      return { status, headers, bytes: Buffer.from('<html><body>Bad gateway</body></html>') };
    case 'oversized':
      return { status, headers, stream: blanks(fault.bytes) };
    case 'redirect':
      return { status: 307, headers: { location: fault.to } };
    default:
      return response;
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function* blanks(size: number): Generator<Buffer> {
  for (let remainingBytes = size; remainingBytes > 0; remainingBytes -= chunk.length)
    yield remainingBytes < chunk.length ? chunk.subarray(0, remainingBytes) : chunk;
}
