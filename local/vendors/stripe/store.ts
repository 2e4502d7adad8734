/** Stores each session, event and reply as a JSON file before anything is announced, so that a kill loses nothing. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../kit/write-atomically.ts';

export type Session = {
  id: string;
  number: number;
  created: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount: number;
  name: string;
  description?: string;
  email: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  /** Metadata of the payment, separate from the session's. */
  paymentMetadata: Record<string, string>;
  successUrl: string;
  cancelUrl?: string;
  expiresAt: number;
  payment?: Payment;
  /** For a delayed payment: the time and the outcome of the bank's decision. */
  bank?: { outcome: 'succeeded' | 'failed'; at: number };
};

export type Payment = {
  id: string;
  chargeId: string;
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  metadata: Record<string, string>;
  refunded: number;
  disputes: Dispute[];
};

export type Dispute = { id: string; amount: number; status: string; created: number };

export type Event = {
  id: string;
  number: number;
  created: number;
  type: string;
  object: unknown;
  /** Text that script rules match. */
  text: string;
  /** `kept`: sent only on demand. */
  delivery: 'due' | 'kept' | 'delivered' | 'given-up';
};

export type Store = ReturnType<typeof openStore>;

const idBytes = 18;
/** `pi_…`: a prefix and enough random bytes to be unguessable. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(idBytes).toString('hex')}`;

export function openStore(directory: string) {
  const sessions = openRecords<Session>(join(directory, 'sessions'));
  const events = openRecords<Event>(join(directory, 'events'));
  const replies = openRecords<Reply & { id: string; number: number }>(join(directory, 'replies'));
  return {
    sessions,
    events,
    /** First response for each idempotency key. */
    replies,
    sessionOfPayment: (paymentId: string): Session | undefined => sessions.all().find(({ payment }) => payment?.id === paymentId),
    sessionOfDispute: (disputeId: string): Session | undefined =>
      sessions.all().find(({ payment }) => payment?.disputes.some(({ id }) => id === disputeId)),
  };
}

export type Reply = { requestHash: string; status: number; json: unknown };

type Recorded = { id: string; number: number };

function openRecords<Item extends Recorded>(directory: string) {
  mkdirSync(directory, { recursive: true });
  const stored = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Item)
    .sort((a, b) => a.number - b.number);
  const records = new Map(stored.map((record) => [record.id, record]));
  let lastNumber = stored.at(-1)?.number ?? 0;
  return {
    get: (id: string): Item | undefined => records.get(id),
    /** In order of arrival, continued after restarts. */
    all: (): Item[] => [...records.values()],
    nextNumber: () => ++lastNumber,
    save(record: Item): void {
      records.set(record.id, record);
      writeAtomically(join(directory, `${record.id}.json`), JSON.stringify(record));
    },
  };
}
