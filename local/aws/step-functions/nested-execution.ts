/** A task that starts another execution, and may wait for its end. */
import type { Json } from './definition.ts';
import { ServiceError, StateError } from './errors.ts';
import type { ExecutionRecord } from './execution-store.ts';
import { requireAllowed } from './role.ts';
import type { Run } from './run.ts';
import type { TaskEvents } from './task-events.ts';

type NestedCall = { run: Run; parameters: Json; events: TaskEvents; waitsForEnd: boolean };

/** @param ended aborts when the task has ended, whatever its end was. */
export async function runNestedExecution({ run, parameters, events, waitsForEnd }: NestedCall, ended: AbortSignal): Promise<Json> {
  const { StateMachineArn } = parameters as ChildParameters;
  requireAllowed(run, 'states:StartExecution', StateMachineArn, accessDenied);
  if (waitsForEnd) requireWaiting(run, StateMachineArn);
  const { executionArn, startedAt } = startChild(run, parameters as ChildParameters);
  const started = { ExecutionArn: executionArn, StartDate: startedAt };
  if (!waitsForEnd) return started;
  events.submitted(JSON.stringify(started));
  // A task that ends before its child does is out of time or interrupted: its child must not go on unseen.
  ended.addEventListener('abort', () => run.executions.stop(executionArn, undefined, `Stopped with ${run.execution.arn}`));
  const child = await run.executions.whenEnded(executionArn);
  if (child.status === 'SUCCEEDED') return describe(child, JSON.parse);
  throw new StateError('States.TaskFailed', JSON.stringify(describe(child, (text) => text)));
}

const accessDenied = 'StepFunctions.AWSStepFunctionsException';

/**
 * A task that waits for an execution needs these as well.
 * https://docs.aws.amazon.com/step-functions/latest/dg/connect-stepfunctions.html
 */
function requireWaiting(run: Run, stateMachineArn: string): void {
  const executions = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:*`;
  for (const action of ['states:DescribeExecution', 'states:StopExecution']) requireAllowed(run, action, executions, accessDenied);
  const rule = `${stateMachineArn.replace(/:states:(.*):stateMachine:.*/, ':events:$1:rule/')}StepFunctionsGetEventsForStepFunctionsExecutionRule`;
  for (const action of ['events:PutTargets', 'events:PutRule', 'events:DescribeRule']) requireAllowed(run, action, rule, accessDenied);
}

type ChildParameters = { StateMachineArn: string; Name?: string; Input?: Json };

function startChild({ executions, execution }: Run, { StateMachineArn, Name, Input = {} }: ChildParameters): ExecutionRecord {
  const input = typeof Input === 'string' ? Input : JSON.stringify(Input);
  try {
    return executions.start({ stateMachineArn: StateMachineArn, name: Name, input, startedBy: execution.arn });
  } catch (thrown) {
    throw thrown instanceof ServiceError ? statesServiceError(thrown) : thrown;
  }
}

/** A success carries its input and output as JSON (that is what `:2` means), the cause of a failure carries them as text. */
const describe = (record: ExecutionRecord, decode: (text: string) => Json) => ({
  ExecutionArn: record.executionArn,
  StateMachineArn: record.stateMachineArn,
  Name: record.name,
  Status: record.status,
  StartDate: record.startedAt,
  StopDate: record.stoppedAt,
  Input: decode(record.input),
  InputDetails: { Included: true },
  ...(record.output !== undefined && { Output: decode(record.output), OutputDetails: { Included: true } }),
  Error: record.error,
  Cause: record.cause,
});

/** As AWS names what StartExecution refused: StepFunctions.ExecutionAlreadyExistsException. */
const statesServiceError = ({ name, message }: ServiceError): StateError => new StateError(`StepFunctions.${name}Exception`, message);
