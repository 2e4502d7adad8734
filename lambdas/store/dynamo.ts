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

/** The client is created on first use, so that a test can set the endpoint of its emulator first. */
let client: DynamoDBDocumentClient | undefined;
export const dynamo = (): DynamoDBDocumentClient => {
  client ??= DynamoDBDocumentClient.from(clientWithConflictRetries(), { marshallOptions: { removeUndefinedValues: true } });
  return client;
};

/**
 * The SDK does not retry a single write that conflicts with a running transaction. For other errors, it stops after three attempts. The end
 * of a large batch can conflict more often, so this client repeats such a write itself. This is safe, because a refused write has changed
 * nothing.
 */
function clientWithConflictRetries(): DynamoDBClient {
  const newClient = new DynamoDBClient({});
  newClient.middlewareStack.add(
    (next) => async (args) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await next(args);
        } catch (error) {
          const isConflict = error instanceof Error && error.name === 'TransactionConflictException';
          if (!isConflict || attempt === conflictAttemptsMax) throw error;
          await pauseAfterConflict(attempt);
        }
      }
    },
    // The retry and the signature of the SDK have a high priority in this step. This middleware has a low priority, so it runs inside them.
    { step: 'finalizeRequest', priority: 'low', name: 'repeatConflicts' },
  );
  return newClient;
}

const conflictAttemptsMax = 10;
const conflictPauseMs = 20;

/** Waits a random time. Its maximum doubles with each attempt, up to 1.3 s. So concurrent writers do not conflict again. */
const pauseAfterConflict = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * conflictPauseMs * 2 ** Math.min(attempt, 6)));

/** One write of a transaction, or a condition on a row that the transaction does not change. */
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
/** A named part of a transaction. It has one action, several actions or no action. */
type Part = Action | Action[] | undefined;
type Row = Record<string, unknown>;
/** The parts whose conditions failed, each with the existing row. The row is empty if the action does not request it. */
export type Refusals<Name extends string> = { [Part in Name]?: Row };

/**
 * Writes all parts or none. Two concurrent transactions on the same row can fail with a conflict; such conflicts are retried.
 * @returns undefined if written, otherwise the refused parts.
 * @throws AppError LedgerConflict if the conflicts continue.
 */
export async function transact<Name extends string>(parts: Record<Name, Part>): Promise<Refusals<Name> | undefined> {
  const actions = Object.entries<Part>(parts).flatMap(([name, part]) => [part ?? []].flat().map((action) => ({ name, action })));
  const names = actions.map(({ name }) => name as Name);
  for (let attempt = 1; ; attempt++) {
    try {
      await dynamo().send(new TransactWriteCommand({ TransactItems: actions.map(({ action }) => action) }));
      return undefined;
    } catch (error) {
      const hasContention = isContention(error);
      if (!hasContention && error instanceof TransactionCanceledException) return refusalsOf(names, error);
      if (!hasContention) throw error;
      if (attempt === conflictAttemptsMax) throw new AppError('LedgerConflict', { cause: error });
      await pauseAfterConflict(attempt);
    }
  }
}

const contentionCodes = ['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'];

function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TransactionCanceledException) {
    const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
    // If a condition failed, there is no retry, because a retry would not make the condition true. This is also true if another action had
    // a conflict.
    return !codes.includes('ConditionalCheckFailed') && codes.some((code) => contentionCodes.includes(code));
  }
  return error.name === 'TransactionInProgressException' || error.name === 'TransactionConflictException';
}

/** @param names the name of the part of each action. The reasons in the error are in the same order. */
function refusalsOf<Name extends string>(names: Name[], error: TransactionCanceledException): Refusals<Name> {
  const refusals: Refusals<Name> = {};
  for (const [index, { Code, Item = {} }] of (error.CancellationReasons ?? []).entries()) {
    const name = names[index];
    if (name !== undefined && Code === 'ConditionalCheckFailed') refusals[name] ??= unmarshall(Item);
  }
  if (Object.keys(refusals).length === 0) throw error;
  return refusals;
}

/** Returns the write of a new row. The write is refused if the key exists. */
export const insert = ({ TableName, Key }: { TableName: string; Key: Record<string, string> }, fields: object) => ({
  Put: { TableName, Item: { ...Key, ...fields }, ConditionExpression: `attribute_not_exists(${Object.keys(Key)[0]})` },
});

const wasRefused = (error: unknown): boolean => error instanceof Error && error.name === 'ConditionalCheckFailedException';

/**
 * Waits for a single write.
 * @returns false if the condition of the write failed.
 */
export const isWritten = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error: unknown) => {
      if (wasRefused(error)) return false;
      throw error;
    },
  );

export type RowUpdate = Omit<UpdateCommandInput, 'ReturnValues' | 'ConditionExpression'> & {
  /** A SET clause must be the first clause. */
  UpdateExpression: string;
  ConditionExpression: string;
};

/**
 * Makes a conditional update that takes effect only once. The SDK repeats an update whose response was lost. Without protection, the
 * repeated update would fail because of its own condition, or count twice. So each update writes an id to the row, and an update with the
 * same id has no effect.
 * @returns the row after the update, or undefined if the condition failed.
 */
export async function updateOnce(update: RowUpdate): Promise<Record<string, unknown> | undefined> {
  const { UpdateExpression, ConditionExpression, ExpressionAttributeValues, ...row } = update;
  const writeId = randomUUID();
  const hasSetClause = UpdateExpression.startsWith('SET ');
  const otherClauses = hasSetClause ? UpdateExpression.slice('SET '.length) : UpdateExpression;
  try {
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        ...row,
        UpdateExpression: `SET last_write = :last_write${hasSetClause ? ', ' : ' '}${otherClauses}`,
        ConditionExpression: `(attribute_not_exists(last_write) OR last_write <> :last_write) AND (${ConditionExpression})`,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':last_write': writeId },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return Attributes;
  } catch (error) {
    if (!wasRefused(error)) throw error;
    const existing = error instanceof ConditionalCheckFailedException && error.Item ? unmarshall(error.Item) : undefined;
    return existing?.last_write === writeId ? existing : undefined;
  }
}
