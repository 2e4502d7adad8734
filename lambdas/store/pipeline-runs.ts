/**
 * Before/after runs. There is one row per run and one row per iteration, with the images and judgements. The ledger writes other rows in
 * `batches`. Those rows show whether a run exists, which credits it holds, and whether it is running.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ErrorCode } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { RunStatus } from '#shared/pipeline/api.ts';
import type { RunPhase } from '#shared/pipeline/failure.ts';
import type { AreaEvaluation, ProductAccuracy } from '#shared/pipeline/judgement.ts';
import type { RunState } from '#shared/pipeline/run.ts';
import { requiredEnv } from '../platform/config.ts';
import type { StoredImage } from './batch-rows.ts';
import { type Action, dynamo, insert, type RowUpdate, updateOnce } from './dynamo.ts';
import { type FieldChanges, fromRow, toRow, updateOfFields } from './row-fields.ts';

/** The title of the result of a run, which has no file name. */
export const runResultTitle = 'transformed-image';

export type Pictures = { before: string; after: string; input: string };

export type Run = {
  userId: string;
  runId: string;
  createdAt: string;
  status: RunStatus;
  /** The number of changes of `state`. Each change has this number as a condition. So only one of two concurrent changes succeeds. */
  revision: number;
  /** The area of the last judgement. */
  judgedArea?: string;
  productType: string;
  /** File name of the input photo, without extension. */
  inputTitle?: string;
  /** Language of all texts that the judge writes. */
  language: Language;
  aiSuggested: string[];
  userProvided: string[];
  /** Keys of the uploads. */
  uploads: Pictures;
  /** Keys of the ingested pictures. Undefined until the uploads are ingested. */
  pictures?: Pictures;
  /** The aspect ratio of the model that is nearest to the ratio of the input picture. */
  aspectRatio?: string;
  /** The result of the analysis, if the run made an analysis. */
  insights?: string;
  /** Undefined until the areas are known. */
  state?: RunState;
  /** The item that holds the cost of the current image. The item may have failed. */
  item?: { itemId: string; index: number };
  /** Number of images whose cost was held so far, delivered or not. This number is the index of the next item. */
  holds: number;
  /** Number of requests for a judgement or an analysis since the last successful request. */
  attempts: number;
  evaluations: number;
  stopRequestedAt?: string;
  /** Start of the current activity. */
  activeSince?: string;
  /** Total time of the earlier activities. */
  activeSeconds: number;
  error?: { code: ErrorCode; during?: RunPhase };
  /** A permanent copy of the best image. */
  result?: StoredImage & { iterationNumber: number };
  /** True if the seller keeps the result (kept-results.ts). */
  kept?: true;
  endedAt?: string;
};

export type Iteration = {
  userId: string;
  runId: string;
  number: number;
  itemId: string;
  image: StoredImage;
  prompt: string;
  /** The area that this image should solve. Undefined for the first image. */
  area?: string;
  /** The iteration from which this image was made. Undefined for the first image. */
  madeFrom?: number;
  evaluations: Record<string, AreaEvaluation>;
  productAccuracy?: ProductAccuracy;
  progress: number;
  cents: number;
  madeAt: string;
};

const TableName = () => requiredEnv('TABLE_PIPELINE_RUNS');
export const runKey = (userId: string, runId: string) => ({ TableName: TableName(), Key: { user_id: userId, sk: runId } });
const iterationKey = (userId: string, runId: string, number: number) => ({
  TableName: TableName(),
  Key: { user_id: userId, sk: `${runId}#iteration#${String(number).padStart(2, '0')}` },
});

/** Returns the write of the row of a new run, for the transaction that creates its batch. */
export const runPut = (run: Run): Action => insert(runKey(run.userId, run.runId), toRow(run));

export async function readRun(userId: string, runId: string): Promise<Run | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...runKey(userId, runId), ConsistentRead: true }));
  return row && fromRow<Run>(row);
}

/** Returns a run with its iterations in order. */
export async function readWholeRun(userId: string, runId: string): Promise<{ run: Run; iterations: Iteration[] } | undefined> {
  // One page of a query has up to 1 MB. Fifteen iterations of a few thousand characters always fit.
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: TableName(),
      KeyConditionExpression: 'user_id = :user AND begins_with(sk, :run)',
      ExpressionAttributeValues: { ':user': userId, ':run': runId },
      ConsistentRead: true,
    }),
  );
  const [row, ...iterations] = Items;
  return row && { run: fromRow<Run>(row), iterations: iterations.map((one) => fromRow<Iteration>(one)) };
}

export async function readIteration(userId: string, runId: string, number: number): Promise<Iteration | undefined> {
  const { Item: row } = await dynamo().send(new GetCommand({ ...iterationKey(userId, runId, number), ConsistentRead: true }));
  return row && fromRow<Iteration>(row);
}

/** Lists a user's latest runs, newest first. */
export async function listRuns(userId: string, limit: number): Promise<Run[]> {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: TableName(),
      IndexName: 'by_created_at',
      KeyConditionExpression: 'user_id = :user',
      ExpressionAttributeValues: { ':user': userId },
      ScanIndexForward: false,
      // A consistent read includes a run that was started just before the user left the page.
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items.map((row) => fromRow<Run>(row));
}

type RunChange = FieldChanges<Partial<Run>, 'attempts' | 'evaluations' | 'holds'>;

/** Builds the update of a run, for a transaction or a single write. */
export const runUpdate = ({ userId, runId }: Pick<Run, 'userId' | 'runId'>, change: RunChange): RowUpdate =>
  updateOfFields(runKey(userId, runId), { condition: 'attribute_exists(user_id)' }, change);

/**
 * Changes a run.
 * @returns the run after the change, or undefined if a condition failed.
 */
export async function changeRun(run: Pick<Run, 'userId' | 'runId'>, change: RunChange): Promise<Run | undefined> {
  const row = await updateOnce(runUpdate(run, change));
  return row && fromRow<Run>(row);
}

/** Returns the write of the row of a new iteration, for the transaction that charges its image. */
export const iterationPut = (iteration: Iteration): Action =>
  insert(iterationKey(iteration.userId, iteration.runId, iteration.number), toRow(iteration));

/** Returns the write of a judgement of an iteration, for the transaction that changes the run. */
export const judgementUpdate = (
  { userId, runId, number }: Pick<Iteration, 'userId' | 'runId' | 'number'>,
  {
    area,
    evaluation,
    productAccuracy,
    progress,
  }: { area: string; evaluation: AreaEvaluation; productAccuracy: ProductAccuracy; progress: number },
): Action => ({
  Update: {
    ...iterationKey(userId, runId, number),
    UpdateExpression: 'SET #evaluations.#area = :evaluation, product_accuracy = :accuracy, #progress = :progress',
    ConditionExpression: 'attribute_exists(user_id)',
    ExpressionAttributeNames: { '#evaluations': 'evaluations', '#area': area, '#progress': 'progress' },
    ExpressionAttributeValues: { ':evaluation': evaluation, ':accuracy': productAccuracy, ':progress': progress },
  },
});
