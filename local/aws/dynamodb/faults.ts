/**
 * The errors that DynamoDB sometimes returns for correct requests
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html). A fault affects one call of the SDK. The SDK
 * makes at most four attempts with the same `amz-sdk-invocation-id`. Most faults affect only the first one or two attempts.
 */
import type { Chance } from '../../chance.ts';
import { type Body, writesOf } from './writes.ts';

export type Fault = {
  status: number;
  type: string;
  message: string;
  /** If true, the request is executed, but the caller gets an error. */
  isApplied?: true;
  extraFields?: object;
};

const throttlingFault: Fault = {
  status: 400,
  type: 'ThrottlingException',
  message: 'Throughput exceeds the current capacity of your table or index.',
};
const capacityFault: Fault = {
  status: 400,
  type: 'ProvisionedThroughputExceededException',
  message: 'The level of configured provisioned throughput for the table was exceeded.',
};
const serverFault: Fault = { status: 500, type: 'InternalServerError', message: 'Internal server error' };
const lostResponseFault: Fault = { ...serverFault, isApplied: true };
const conflictFault: Fault = {
  status: 400,
  type: 'TransactionConflictException',
  message: 'Transaction is ongoing for the item',
};

/** Each number is the share of the calls that get the fault. */
const readFaults: [number, Fault][] = [
  [0.01, throttlingFault],
  [0.01, capacityFault],
  [0.01, serverFault],
];
const writeFaults: [number, Fault][] = [...readFaults, [0.02, lostResponseFault]];
const conflictShare = 0.03;
/** Share of the faults that affect the first two attempts. */
const twoAttemptsShare = 0.1;
/** Share of the faults that affect all attempts. */
const allAttemptsShare = 0.05;

type Plan = { fault: Fault; attemptsLeft: number };
/** Maximum number of stored plans. Above this number, the oldest plan is removed. */
const plansMax = 1_000;

export type Call = {
  operation: string;
  body: Body;
  invocationId: string;
  /** If true, the caller repeats the whole call after the last attempt of the SDK has failed. */
  isRepeated: boolean;
};

/** Returns a function that decides the fault of each attempt; undefined means no fault. */
export function createFaults(chance: Chance): (call: Call) => Fault | undefined {
  const plans = new Map<string, Plan | undefined>();
  /** A single write can get a conflict only in these tables. */
  const tablesWithTransactions = new Set<string>();

  function pickFault(shares: [number, Fault][], randomValue: number): Fault | undefined {
    let sum = 0;
    for (const [share, fault] of shares) {
      sum += share;
      if (randomValue < sum) return fault;
    }
    return undefined;
  }

  function conflictOf({ operation, body }: Call): Fault {
    if (operation !== 'TransactWriteItems') return conflictFault;
    const length = (body.TransactItems as unknown[]).length;
    const conflictIndex = Math.floor(chance('conflicting action') * length);
    const CancellationReasons = Array.from({ length }, (_, index) =>
      index === conflictIndex ? { Code: 'TransactionConflict', Message: conflictFault.message } : { Code: 'None' },
    );
    const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
    return {
      status: 400,
      type: 'TransactionCanceledException',
      message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      extraFields: { CancellationReasons },
    };
  }

  function planOf(call: Call): Plan | undefined {
    const writes = writesOf(call.operation, call.body);
    const isTransaction = call.operation === 'TransactWriteItems';
    if (isTransaction) for (const { table } of writes) tablesWithTransactions.add(table);
    const mayConflict = isTransaction || writes.some(({ table }) => tablesWithTransactions.has(table));
    const shares = writes.length > 0 ? writeFaults : readFaults;
    const fault = pickFault(mayConflict ? [...shares, [conflictShare, conflictOf(call)]] : shares, chance(call.operation));
    if (!fault) return undefined;
    const length = chance('length of a fault');
    if (length < allAttemptsShare && call.isRepeated) return { fault, attemptsLeft: Number.POSITIVE_INFINITY };
    return { fault, attemptsLeft: length < allAttemptsShare + twoAttemptsShare ? 2 : 1 };
  }

  return (call) => {
    if (!plans.has(call.invocationId)) {
      plans.set(call.invocationId, planOf(call));
      const [oldest] = plans.keys();
      if (plans.size > plansMax && oldest !== undefined) plans.delete(oldest);
    }
    const plan = plans.get(call.invocationId);
    if (!plan || plan.attemptsLeft === 0) return undefined;
    plan.attemptsLeft -= 1;
    return plan.fault;
  };
}
