/**
 * Starts a batch. Its steps can each be cut off and the whole call repeated: the item rows mean nothing before the batch row;
 * the batch row appears with its hold in one transaction; the execution's name lets it start once.
 */
import { createHash } from 'node:crypto';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { CreateBatchRequest, CreateBatchResponse } from '#shared/batch/api.ts';
import { videoCost } from '#shared/credits/pricing.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { setting } from '../platform/config.ts';
import { readAccount } from '../store/accounts.ts';
import { type Batch, type Item, putItems, readBatchRow } from '../store/batches.ts';
import { holdForBatch } from '../store/ledger.ts';
import { checkUploads } from './check-uploads.ts';
import { executionName } from './execution-name.ts';

const states = new SFNClient({});

export async function createBatch(userId: string, request: CreateBatchRequest, now: Date): Promise<CreateBatchResponse> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const items = request.items.map((item, index) => itemOf(userId, request.batchId, item, index));
  const batch: Batch = {
    userId,
    batchId: request.batchId,
    kind: request.kind,
    status: 'running',
    createdAt: now.toISOString(),
    requestHash,
    totalCents: items.reduce((sum, item) => sum + item.cents, 0),
    items: items.map(({ itemId, cents }) => ({ itemId, cents })),
  };
  const there = await readBatchRow(userId, request.batchId);
  if (there && there.requestHash !== requestHash) throw new AppError('BatchIdReused');
  if (!there) {
    await refuseUnlessAffordable(userId, batch.totalCents);
    await checkUploads(userId, request.items);
    await putItems(items, requestHash, now);
    await holdForBatch(batch).catch(inDollars);
  }
  await startExecution(batch);
  return answerOf(there ?? batch);
}

const itemOf = (userId: string, batchId: string, item: CreateBatchRequest['items'][number], index: number): Item => ({
  userId,
  batchId,
  itemId: item.itemId,
  index,
  uploadKey: item.uploadKey,
  title: item.title,
  prompt: item.prompt,
  aspectRatio: item.aspectRatio,
  durationSeconds: item.duration,
  resolution: item.resolution,
  generateAudio: item.generateAudio,
  model: item.model,
  cents: videoCost({ model: item.model, durationSeconds: item.duration, audioEnabled: item.generateAudio, videoCount: 1 }).totalCost,
  status: 'queued',
});

/** An early answer for the common case, before anything is read or written; the hold's own condition decides. */
async function refuseUnlessAffordable(userId: string, totalCents: number): Promise<void> {
  const available = (await readAccount(userId))?.available ?? 0;
  if (available < totalCents) inDollars(new AppError('InsufficientCredits', { details: { needCents: totalCents, haveCents: available } }));
}

/** The wire counts in dollars. */
function inDollars(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'InsufficientCredits') throw error;
  const { needCents, haveCents } = error.details as { needCents: number; haveCents: number };
  throw new AppError('InsufficientCredits', {
    cause: error,
    details: { need: dollarsFromCents(needCents), have: dollarsFromCents(haveCents) },
  });
}

async function startExecution({ userId, batchId, items }: Batch): Promise<void> {
  try {
    await states.send(
      new StartExecutionCommand({
        stateMachineArn: setting('VIDEO_BATCH_MACHINE_ARN'),
        name: executionName(userId, batchId),
        input: JSON.stringify({ userId, batchId, items: items.map(({ itemId }, index) => ({ itemId, index })) }),
      }),
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ExecutionAlreadyExists')) throw error;
  }
}

const answerOf = ({ batchId, status, items, totalCents }: Batch): CreateBatchResponse => ({
  batchId,
  status,
  quote: { items: items.map(({ itemId, cents }) => ({ itemId, cost: dollarsFromCents(cents) })), total: dollarsFromCents(totalCents) },
});
