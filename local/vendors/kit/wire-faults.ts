/** The faults that any vendor's line can have, whatever it sells: an answer that comes late, cut, empty, spoilt, endless or from elsewhere. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Answer } from './http.ts';

/** Longer than any caller waits for an answer. */
const slowMsMax = 120_000;
const oversizedBytesMax = 512 * 1024 * 1024;
const chunk = Buffer.alloc(64 * 1024, ' ');

/** To be spread into a stand-in's own `z.discriminatedUnion('kind', …)`. */
export const wireFaults = [
  /** The answer comes so much later; what was asked is done at once. */
  z.strictObject({ kind: z.literal('slow'), ms: z.int().min(1).max(slowMsMax) }),
  /** No answer while the stand-in runs. */
  z.strictObject({ kind: z.literal('never') }),
  /** The line is cut before the answer, or in the middle of its body. */
  z.strictObject({ kind: z.literal('cut'), at: z.literal(['before', 'within']).default('before') }),
  /** 200, and a body of no bytes. */
  z.strictObject({ kind: z.literal('empty') }),
  /** 200, and a body that is not of the type that its header names. */
  z.strictObject({ kind: z.literal('malformed') }),
  /** 200, and so many bytes of nothing, without a length in the header. */
  z.strictObject({ kind: z.literal('oversized'), bytes: z.int().min(1).max(oversizedBytesMax) }),
  /** 307 to an address, by default one in a private network, as an attacker would have it. */
  z.strictObject({ kind: z.literal('redirect'), to: z.url().default('http://169.254.169.254/latest/meta-data/') }),
] as const;
export type WireFault = z.infer<(typeof wireFaults)[number]>;

/** The answer as the line's faults leave it. Other faults are the stand-in's own affair and pass. */
export async function applyWireFaults(answer: Answer, faults: readonly { kind: string }[], stopping: AbortSignal): Promise<Answer> {
  let spoilt = answer;
  for (const fault of faults as readonly WireFault[]) spoilt = await spoil(spoilt, fault, stopping);
  return spoilt;
}

async function spoil(answer: Answer, fault: WireFault, stopping: AbortSignal): Promise<Answer> {
  const { status, headers } = answer;
  switch (fault.kind) {
    case 'slow':
      // At once where the stand-in stops meanwhile.
      await pause(fault.ms, undefined, { signal: stopping }).catch(() => {});
      return answer;
    case 'never':
      await new Promise((resolve) => (stopping.aborted ? resolve(undefined) : stopping.addEventListener('abort', resolve, { once: true })));
      return { ...answer, cut: 'before' };
    case 'cut':
      return { ...answer, cut: fault.at };
    case 'empty':
      return { status, headers: { ...typeOf(answer), ...headers }, bytes: Buffer.alloc(0) };
    case 'malformed':
      return { status, headers: { ...typeOf(answer), ...headers }, bytes: Buffer.from('<html><body>Bad gateway</body></html>') };
    case 'oversized':
      return { status, headers: { ...typeOf(answer), ...headers }, stream: blanks(fault.bytes) };
    case 'redirect':
      return { status: 307, headers: { location: fault.to } };
    default:
      return answer;
  }
}

const typeOf = ({ json, brokenJson }: Answer): Record<string, string> =>
  json !== undefined || brokenJson !== undefined ? { 'content-type': 'application/json' } : {};

function* blanks(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunk.length) yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}
