import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { AppError } from '#shared/errors.ts';

/** Created on first use, so that a test can set the endpoint of its emulator first. */
let client: DynamoDBDocumentClient | undefined;
export const dynamo = (): DynamoDBDocumentClient => {
  client ??= DynamoDBDocumentClient.from(clientThatRepeatsConflicts(), { marshallOptions: { removeUndefinedValues: true } });
  return client;
};

/** The SDK does not retry a single write that conflicts with a running transaction, so this client marks the error as retryable. */
function clientThatRepeatsConflicts(): DynamoDBClient {
  const made = new DynamoDBClient({});
  made.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: Error) => {
        throw error.name === 'TransactionConflictException' ? Object.assign(error, { $retryable: {} }) : error;
      }),
    // Runs inside the SDK's retry, which is in the same step with high priority.
    { step: 'finalizeRequest', priority: 'low', name: 'repeatConflicts' },
  );
  return made;
}

/** The actions of one transaction. */
export type Actions = NonNullable<TransactWriteCommandInput['TransactItems']>;
/** The row that made an action's condition fail; undefined if the condition held. */
export type Refusal = { row: Record<string, unknown> } | undefined;

const conflictTriesMax = 10;
const conflictPauseMs = 20;

/**
 * Writes all actions or none. Two transactions on the same row make each other fail; such conflicts are retried.
 * @returns undefined if written, otherwise the refusals in the order of the actions.
 * @throws AppError LedgerConflict if the conflicts continue.
 */
export async function transact(actions: Actions): Promise<Refusal[] | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dynamo().send(new TransactWriteCommand({ TransactItems: actions }));
      return undefined;
    } catch (error) {
      const contended = isContention(error);
      if (!contended && error instanceof TransactionCanceledException) return refusalsOf(error);
      if (!contended) throw error;
      if (attempt === conflictTriesMax) throw new AppError('LedgerConflict', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * conflictPauseMs * 2 ** Math.min(attempt, 6)));
    }
  }
}

const contentionCodes = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TransactionCanceledException) {
    const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
    // A failed condition decides even if another action had a conflict, because a retry cannot make the condition hold.
    return !codes.includes('ConditionalCheckFailed') && codes.some((code) => contentionCodes.includes(code));
  }
  return error.name === 'TransactionInProgressException' || error.name === 'TransactionConflictException';
}

const refusalsOf = (error: TransactionCanceledException): Refusal[] => {
  const reasons = error.CancellationReasons ?? [];
  if (!reasons.some((reason) => reason.Code === 'ConditionalCheckFailed')) throw error;
  return reasons.map((reason) => (reason.Code === 'ConditionalCheckFailed' ? { row: unmarshall(reason.Item ?? {}) } : undefined));
};

/** Whether the condition of a single write failed. */
export const wasRefused = (error: unknown): boolean => error instanceof Error && error.name === 'ConditionalCheckFailedException';

export type RowUpdate = Omit<UpdateCommandInput, 'ReturnValues' | 'ConditionExpression'> & {
  /** A SET clause must be the first clause. */
  UpdateExpression: string;
  ConditionExpression: string;
};

/**
 * A conditional update that takes effect once. The SDK repeats an update whose response was lost: the repetition would then fail its own
 * condition, or count twice. The row stores the id of the write, which shows that it took effect.
 * @returns the row after the update; undefined if the condition failed.
 */
export async function updateOnce(update: RowUpdate): Promise<Record<string, unknown> | undefined> {
  const { UpdateExpression, ConditionExpression, ExpressionAttributeValues, ...row } = update;
  const writeId = randomUUID();
  const otherSets = UpdateExpression.startsWith('SET ');
  const rest = otherSets ? UpdateExpression.slice('SET '.length) : UpdateExpression;
  try {
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        ...row,
        UpdateExpression: `SET last_write = :last_write${otherSets ? ', ' : ' '}${rest}`,
        ConditionExpression: `(attribute_not_exists(last_write) OR last_write <> :last_write) AND (${ConditionExpression})`,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':last_write': writeId },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return Attributes;
  } catch (error) {
    if (!wasRefused(error)) throw error;
    const found = error instanceof ConditionalCheckFailedException && error.Item ? unmarshall(error.Item) : undefined;
    return found?.last_write === writeId ? found : undefined;
  }
}
