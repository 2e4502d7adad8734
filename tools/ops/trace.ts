/** Collects all events of a batch in the order of time. */
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { ledgerPages } from '#lambdas/store/accounts.ts';
import type { Batch, Item } from '#lambdas/store/batch-rows.ts';
import { readWork } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { twoDecimals } from '#shared/money.ts';
import { mediaFolders } from '#shared/upload/media-folders.ts';
import { readStateVisits } from './trace-executions.ts';
import type { LogLine, LogRange } from './trace-logs.ts';

export type TraceEvent = {
  at: number;
  area: 'order' | 'call' | 'execution' | 'vendor' | 'webhook' | 'ledger' | 'file' | 'log';
  text: string;
};

/**
 * Extra time before and after a batch. The clocks of AWS services differ slightly, and the ledger may change shortly after the end of the
 * batch.
 */
const marginMs = 60 * 60_000;

type TraceOptions = { userId?: string | undefined; now: Date; readLogs(range: LogRange): Promise<LogLine[]> };

/** @throws Error if there is no such batch, or if several sellers have a batch with this id. */
export async function trace(batchId: string, { userId, now, readLogs }: TraceOptions): Promise<TraceEvent[]> {
  const owner = userId ?? (await findOwner(batchId));
  const work = await readWork(owner, batchId);
  if (!work) throw new Error('There is no such batch.');
  const { batch, items } = work;
  const from = new Date(Date.parse(batch.createdAt) - marginMs);
  const to = batch.endedAt ? new Date(Date.parse(batch.endedAt) + marginMs) : now;
  const parts = await Promise.all([
    orderEvents(batch, items),
    executionEvents(batch),
    ledgerEvents(batch),
    fileEvents(batch),
    readLogs({ batchId, from, to }).then((lines) => lines.map(eventOfLine)),
  ]);
  return parts.flat().sort((a, b) => a.at - b.at);
}

/** Searches the whole table, because its keys start with the id of the seller. */
async function findOwner(batchId: string): Promise<string> {
  const owners: string[] = [];
  const pages = paginateScan(
    { client: dynamo() },
    {
      TableName: requiredEnv('TABLE_BATCHES'),
      FilterExpression: 'sk = :meta AND contains(pk, :batch)',
      ExpressionAttributeValues: { ':meta': 'meta', ':batch': `#${batchId}` },
      ProjectionExpression: 'pk',
    },
  );
  for await (const { Items = [] } of pages)
    owners.push(...Items.filter(({ pk }) => pk.endsWith(`#${batchId}`)).map(({ pk }) => String(pk).slice(0, -batchId.length - 1)));
  const [owner, ...others] = owners;
  if (owner === undefined) throw new Error('There is no such batch.');
  if (others.length > 0) throw new Error(`Several sellers have a batch with this id. Select one with --user: ${owners.join(', ')}`);
  return owner;
}

function orderEvents(batch: Batch, items: Item[]): TraceEvent[] {
  const event = (time: string | undefined, area: TraceEvent['area'], text: string): TraceEvent[] =>
    time === undefined ? [] : [{ at: Date.parse(time), area, text }];
  return [
    ...event(
      batch.createdAt,
      'order',
      `${batch.kind} batch of ${batch.userId}: ${batch.items.length} items for $${twoDecimals(batch.totalCents)}`,
    ),
    ...items.flatMap((item) => [
      ...event(item.startedAt, 'order', `item ${item.index} (${item.itemId}) starts`),
      ...(item.kind === 'video'
        ? event(
            item.intentAt,
            'vendor',
            `item ${item.index}: order ${item.attempts ?? 1} at ${item.vendor}, request ${item.requestId ?? 'unknown'}`,
          )
        : []),
      ...event(item.cancelRequestedAt, 'order', `item ${item.index}: the seller cancels`),
      ...event(item.endedAt, 'order', `item ${item.index}: ${item.status}${item.errorCode ? ` with ${item.errorCode}` : ''}`),
    ]),
    ...event(batch.endedAt, 'order', `the batch ends: ${batch.status}`),
  ];
}

const executionEvents = async (batch: Batch): Promise<TraceEvent[]> =>
  (await readStateVisits(batch)).map(({ execution, state, enteredAt, exitedAt, error }) => ({
    at: enteredAt,
    area: 'execution',
    text: `${execution}: ${state}, ${exitedAt === undefined ? 'not finished' : seconds(exitedAt - enteredAt)}${error ? `, ${error}` : ''}`,
  }));

async function ledgerEvents({ userId, batchId }: Batch): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  for await (const rows of ledgerPages(userId))
    for (const row of rows.filter((one) => one.batchId === batchId))
      events.push({ at: Date.parse(row.createdAt), area: 'ledger', text: `${row.type} $${twoDecimals(row.amount)}, row ${row.id}` });
  return events;
}

async function fileEvents({ userId, batchId }: Batch): Promise<TraceEvent[]> {
  // The local cloud has no host names for buckets.
  const client = new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined });
  const events: TraceEvent[] = [];
  for (const folder of mediaFolders) {
    const pages = paginateListObjectsV2({ client }, { Bucket: requiredEnv('MEDIA_BUCKET'), Prefix: `${folder}/${userId}/${batchId}/` });
    for await (const { Contents = [] } of pages)
      for (const { Key, Size, LastModified } of Contents)
        events.push({ at: LastModified?.getTime() ?? 0, area: 'file', text: `${Key}, ${Size} bytes` });
  }
  client.destroy();
  return events;
}

/** The names of the areas of log lines. A line of another area gets the name `log`. */
const areas: Record<string, TraceEvent['area']> = {
  'call done': 'call',
  'call refused': 'call',
  'call failed': 'call',
  'vendor request': 'vendor',
  'a report arrived': 'webhook',
  'a report was ignored': 'webhook',
  'a report contains the request id of another order': 'webhook',
};

function eventOfLine({ at, source, fields: { level, message, batchId, error, ...fields } }: LogLine): TraceEvent {
  const cause = error as { name?: string; message?: string } | undefined;
  const details = Object.entries(fields).map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const text = [`${source}: ${message}`, ...details, ...(cause ? [`${cause.name}: ${cause.message}`] : [])].join(', ');
  return { at, area: areas[String(message)] ?? 'log', text };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** Formats events. Each event shows the time since the first event. */
export function formatTrace(events: TraceEvent[]): string {
  const [first] = events;
  return events
    .map(
      ({ at, area, text }) => `${new Date(at).toISOString()}  +${seconds(at - (first?.at ?? at)).padStart(10)}  ${area.padEnd(9)}  ${text}`,
    )
    .join('\n');
}
