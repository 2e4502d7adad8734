/** The calls of `@aws-sdk/client-sfn` that the product makes, in the protocol AWS JSON 1.0. */
import * as z from 'zod';
import type { StatesEngine } from './engine.ts';
import { ServiceError } from './errors.ts';
import type { ExecutionRecord } from './execution-store.ts';
import { detailsKey, type HistoryEvent } from './history.ts';

export type StatesResponse = { status: number; body: object };

/** AWS's default and maximum number of entries on a page of a list. */
const pageLengthDefault = 100;
const pageLengthMax = 1000;

const machineArnRequest = z.strictObject({ stateMachineArn: z.string() });
const executionArnRequest = z.strictObject({ executionArn: z.string() });
const paging = z.object({ maxResults: z.int().min(0).max(pageLengthMax).optional(), nextToken: z.string().optional() });
const taskToken = z.string();
const status = z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'ABORTED', 'TIMED_OUT']);

type Operation = (engine: StatesEngine, body: unknown) => object;

/** Returns an operation that parses its request before it runs. An unsupported field causes an error. */
const defineOperation =
  <Request>(schema: z.ZodType<Request>, serve: (engine: StatesEngine, request: Request) => object): Operation =>
  (engine, body) =>
    serve(engine, schema.parse(body));

const operations: Record<string, Operation> = {
  StartExecution: defineOperation(
    z.strictObject({ ...machineArnRequest.shape, name: z.string().optional(), input: z.string().optional() }),
    (engine, request) => {
      const { executionArn, startedAt } = engine.startExecution(request);
      return { executionArn, startDate: epochSeconds(startedAt) };
    },
  ),
  DescribeExecution: defineOperation(executionArnRequest, (engine, request) =>
    toDescription(engine.describeExecution(request.executionArn)),
  ),
  GetExecutionHistory: defineOperation(
    z.strictObject({
      ...{ ...executionArnRequest.shape, ...paging.shape },
      reverseOrder: z.boolean().optional(),
      includeExecutionData: z.literal(true).optional(),
    }),
    (engine, request) => {
      const events = engine.getExecutionHistory(request.executionArn);
      const { entries, nextToken } = pageOf(request.reverseOrder ? events.reverse() : events, ({ id }) => String(id), request);
      return { events: entries.map(toEvent), nextToken };
    },
  ),
  ListExecutions: defineOperation(
    z.strictObject({ ...machineArnRequest.shape, ...paging.shape, statusFilter: status.optional() }),
    (engine, request) => {
      const { entries, nextToken } = pageOf(engine.listExecutions(request), (record) => record.executionArn, request);
      return { executions: entries.map(toListEntry), nextToken };
    },
  ),
  SendTaskSuccess: defineOperation(z.strictObject({ taskToken, output: z.string() }), (engine, request) => {
    engine.sendTaskSuccess(request.taskToken, request.output);
    return {};
  }),
  SendTaskFailure: defineOperation(
    z.strictObject({ taskToken, error: z.string().optional(), cause: z.string().optional() }),
    (engine, request) => {
      engine.sendTaskFailure(request.taskToken, request.error, request.cause);
      return {};
    },
  ),
};

/** @param operationName the last part of the header `x-amz-target: AWSStepFunctions.<operation>` */
export function handleStatesCall(engine: StatesEngine, operationName: string, body: object): StatesResponse {
  const serve = Object.hasOwn(operations, operationName) ? operations[operationName] : undefined;
  if (!serve) return errorResponse('UnknownOperationException', `The local Step Functions does not support ${operationName}`);
  try {
    return { status: 200, body: serve(engine, body) };
  } catch (error) {
    if (error instanceof ServiceError) return errorResponse(error.name, error.message);
    if (error instanceof z.ZodError) return errorResponse('ValidationException', z.prettifyError(error));
    throw error;
  }
}

const errorResponse = (name: string, message: string): StatesResponse => ({ status: 400, body: { __type: name, message } });

const epochSeconds = (ms: number): number => ms / 1000;

const toListEntry = ({ executionArn, stateMachineArn, name, status, startedAt, stoppedAt }: ExecutionRecord) => ({
  ...{ executionArn, stateMachineArn, name, status },
  startDate: epochSeconds(startedAt),
  stopDate: stoppedAt === undefined ? undefined : epochSeconds(stoppedAt),
});

const toDescription = (record: ExecutionRecord) => ({
  ...toListEntry(record),
  input: record.input,
  inputDetails: { included: true },
  output: record.output,
  outputDetails: record.output === undefined ? undefined : { included: true },
  error: record.error,
  cause: record.cause,
});

const toEvent = ({ id, previousEventId, timestamp, type, details }: HistoryEvent) => ({
  ...{ id, previousEventId, type },
  timestamp: epochSeconds(timestamp),
  ...(details && { [detailsKey(type)]: details }),
});

/**
 * Returns one page of a list. The token for the next page is the key of the last entry on this page, so the pages stay correct when new
 * entries arrive.
 */
function pageOf<Entry>(all: Entry[], keyOf: (entry: Entry) => string, { maxResults, nextToken }: z.infer<typeof paging>) {
  const lastIndex = nextToken === undefined ? -1 : all.findIndex((entry) => keyOf(entry) === nextToken);
  if (nextToken !== undefined && lastIndex < 0) throw new ServiceError('InvalidToken', `Invalid Token: '${nextToken}'`);
  const entries = all.slice(lastIndex + 1, lastIndex + 1 + (maxResults || pageLengthDefault));
  const isLast = lastIndex + 1 + entries.length >= all.length;
  return { entries, nextToken: isLast ? undefined : keyOf(entries.at(-1)!) };
}
