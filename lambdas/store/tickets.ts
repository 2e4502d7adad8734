/**
 * The tickets of the lanes. A ticket is the request of one item for a slot. The row of a ticket exists from the request until the slot is
 * returned. So an item has at most one slot in a lane. Each seller also has one row per lane. It contains the seller's last finish tag.
 *
 *   waiting     queue_key is set; the sparse index by_queue_key contains the ticket
 *   admitted    admitted_at and lease_until are set; the ticket occupies a slot of its lane
 */
import { DeleteCommand, GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type LaneName, laneNames } from '#shared/admission/lanes.ts';
import type { LineEntry } from '#shared/admission/place.ts';
import { queueKeyOf, tagsOf } from '#shared/admission/rule.ts';
import { AppError } from '#shared/errors.ts';
import type { Mils } from '#shared/vendor-prices.ts';
import { requiredEnv } from '../platform/config.ts';
import { dynamo, insert, transact, updateOnce } from './dynamo.ts';
import { fromRow, toRow } from './row-fields.ts';

export type TicketRef = { lane: LaneName; userId: string; batchId: string; index: number };

export type Ticket = TicketRef & {
  itemId: string;
  startTag: number;
  arrivedAt: string;
  /** The task token of the execution that waits for the slot. A newer execution of the item replaces the token. */
  taskToken: string;
  /** List price of the request. */
  mils: Mils;
  /** The amount that vendors may have billed for the item before this request. */
  milsBefore: Mils;
  /** The UTC day on which the price was counted. Set while the ticket occupies a slot. */
  spendDay?: string;
  /** Set while the ticket waits. */
  queueKey?: string;
  /** Set while the ticket occupies a slot. The vendor's time limit starts at this time. */
  admittedAt?: string;
  leaseUntil?: string;
};

/**
 * Maximum number of attempts of one transaction. Another attempt is needed only if another call changed the same rows after they were read.
 */
export const attemptsMax = 50;
const sellerRowKeptSeconds = 30 * 24 * 3600;

const keyIn = (lane: LaneName, sk: string) => ({ TableName: requiredEnv('TABLE_ADMISSION'), Key: { pk: lane, sk } });
export const laneKey = (lane: LaneName) => keyIn(lane, 'lane');
const sellerKey = ({ lane, userId }: Pick<TicketRef, 'lane' | 'userId'>) => keyIn(lane, `seller#${userId}`);
const ticketPrefix = 'ticket#';
export const ticketKey = ({ lane, userId, batchId, index }: TicketRef) =>
  keyIn(lane, `${ticketPrefix}${userId}#${itemTag(batchId, index)}`);

/** Returns the part that makes a queue key unique. */
export const itemTag = (batchId: string, index: number): string => `${batchId}#${String(index).padStart(3, '0')}`;

const ticketOf = (row: Record<string, unknown>): Ticket => ({ ...fromRow<Ticket>(row), lane: row.pk as LaneName });

async function readRow(key: ReturnType<typeof keyIn>): Promise<Record<string, unknown> | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...key, ConsistentRead: true }));
  return row;
}

export async function readTicket(ref: TicketRef): Promise<Ticket | undefined> {
  const row = await readRow(ticketKey(ref));
  return row && ticketOf(row);
}

type Request = Pick<Ticket, 'itemId' | 'taskToken' | 'mils' | 'milsBefore'>;

/**
 * Adds a ticket to the queue of its lane. If the item already has a ticket, only the task token of this ticket is replaced.
 * @throws AppError LedgerConflict if the rows keep changing.
 */
export async function requestTicket(ref: TicketRef, request: Request, now: Date): Promise<Ticket> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const [lane, seller] = await Promise.all([readRow(laneKey(ref.lane)), readRow(sellerKey(ref))]);
    const lastFinishTag = seller?.finish_tag as number | undefined;
    const { startTag, finishTag } = tagsOf(Number(lane?.virtual_time ?? 0), lastFinishTag);
    const { userId, batchId, index } = ref;
    const arrivedAt = now.toISOString();
    const queueKey = queueKeyOf(startTag, arrivedAt, itemTag(batchId, index));
    const fields = { userId, batchId, index, ...request, startTag, arrivedAt, queueKey };
    const refusals = await transact({
      ticket: insert(ticketKey(ref), toRow(fields)),
      seller: {
        Update: {
          ...sellerKey(ref),
          UpdateExpression: 'SET finish_tag = :finish, expires_at = :end',
          ConditionExpression: lastFinishTag === undefined ? 'attribute_not_exists(finish_tag)' : 'finish_tag = :seen',
          ExpressionAttributeValues: {
            ':finish': finishTag,
            ':end': Math.floor(now.getTime() / 1000) + sellerRowKeptSeconds,
            ...(lastFinishTag !== undefined && { ':seen': lastFinishTag }),
          },
        },
      },
    });
    if (!refusals) return { lane: ref.lane, ...fields };
    const existingTicket = refusals.ticket && (await replaceToken(ref, request.taskToken));
    if (existingTicket) return existingTicket;
  }
  throw new AppError('LedgerConflict');
}

/** @returns undefined if the ticket no longer exists. */
async function replaceToken(ref: TicketRef, taskToken: string): Promise<Ticket | undefined> {
  const row = await updateOnce({
    ...ticketKey(ref),
    UpdateExpression: 'SET task_token = :token',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':token': taskToken },
  });
  return row && ticketOf(row);
}

/** Returns the waiting ticket with the smallest start tag. `isLast`: no other ticket waits. */
export async function firstInQueue(lane: LaneName): Promise<(Ticket & { isLast: boolean }) | undefined> {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: requiredEnv('TABLE_ADMISSION'),
      IndexName: 'by_queue_key',
      KeyConditionExpression: 'pk = :lane',
      ExpressionAttributeValues: { ':lane': lane },
      // The read is consistent. Otherwise, it could miss a ticket that was written just before, and a slot would stay unused.
      ConsistentRead: true,
      Limit: 2,
    }),
  );
  const [entry, next] = Items;
  const row = entry && (await readRow(keyIn(lane, String(entry.sk))));
  return row && { ...ticketOf(row), isLast: next === undefined };
}

/** Maximum number of pages that are read from a queue. A page has at most 1 MB. Items on later pages get no place. */
const linePagesMax = 5;

/** Lists the waiting tickets of a lane in the order of their admission. */
export async function readLine(lane: LaneName): Promise<LineEntry[]> {
  const entries: LineEntry[] = [];
  const query = {
    TableName: requiredEnv('TABLE_ADMISSION'),
    IndexName: 'by_queue_key',
    KeyConditionExpression: 'pk = :lane',
    ExpressionAttributeValues: { ':lane': lane },
  };
  let pages = 0;
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) {
    for (const { sk, queue_key: queueKey } of Items) {
      const [, userId = '', batchId = '', index] = String(sk).split('#');
      entries.push({ userId, batchId, index: Number(index), queueKey });
    }
    if (++pages === linePagesMax) break;
  }
  return entries;
}

/**
 * Removes a waiting ticket from the queue. The seller's finish tag decreases, so that a cancelled request does not delay the later requests
 * of the seller.
 * @returns false if the ticket is no longer waiting.
 */
export async function leaveQueue(ticket: Ticket): Promise<boolean> {
  const refusals = await transact({
    ticket: {
      Delete: {
        ...ticketKey(ticket),
        ConditionExpression: 'queue_key = :key',
        ExpressionAttributeValues: { ':key': ticket.queueKey },
      },
    },
    seller: { Update: { ...sellerKey(ticket), UpdateExpression: 'ADD finish_tag :less', ExpressionAttributeValues: { ':less': -1 } } },
  });
  return !refusals;
}

/** Deletes the rows with a seller's last finish tags. The seller must have no ticket. */
export async function deleteFinishTags(userId: string): Promise<void> {
  for (const lane of laneNames) await dynamo().send(new DeleteCommand(sellerKey({ lane, userId })));
}

/** Lists all tickets of a lane, waiting and admitted. */
export async function* ticketsOf(lane: LaneName): AsyncGenerator<Ticket> {
  const query = {
    TableName: requiredEnv('TABLE_ADMISSION'),
    KeyConditionExpression: 'pk = :lane AND begins_with(sk, :ticket)',
    ExpressionAttributeValues: { ':lane': lane, ':ticket': ticketPrefix },
    ConsistentRead: true,
  };
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, query)) for (const row of Items) yield ticketOf(row);
}
