/** A task that starts another execution and waits for its end. */
import type { Json } from './definition.ts';
import { ServiceError, StateError } from './errors.ts';
import type { ExecutionRecord } from './execution-store.ts';
import { requireAllowed } from './role.ts';
import type { Run } from './run.ts';
import type { TaskEvents } from './task-events.ts';

type NestedCall = { run: Run; parameters: Json; events: TaskEvents };

/** @param taskEnd a signal that aborts when the task has ended, for any reason */
export async function runNestedExecution({ run, parameters, events }: NestedCall, taskEnd: AbortSignal): Promise<Json> {
  const { StateMachineArn } = parameters as ChildParameters;
  requireChildPermissions(run, StateMachineArn);
  const { executionArn, startedAt } = startChild(run, parameters as ChildParameters);
  events.recordSubmitted(JSON.stringify({ ExecutionArn: executionArn, StartDate: startedAt }));
  // If a task ends before its child, the task timed out or was interrupted, so the child must stop too.
  taskEnd.addEventListener('abort', () => run.executions.stop(executionArn, `Stopped with ${run.execution.arn}`));
  const child = await run.executions.whenEnded(executionArn);
  if (child.status === 'SUCCEEDED') return toTaskResult(child, JSON.parse);
  throw new StateError('States.TaskFailed', JSON.stringify(toTaskResult(child, (text) => text)));
}

const accessDenied = 'StepFunctions.AWSStepFunctionsException';

/**
 * Checks the permissions to start an execution and to wait for it.
 * https://docs.aws.amazon.com/step-functions/latest/dg/connect-stepfunctions.html
 */
function requireChildPermissions(run: Run, stateMachineArn: string): void {
  requireAllowed(run, 'states:StartExecution', stateMachineArn, accessDenied);
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

/** A success contains input and output as JSON, because the resource ends with `:2`. The cause of a failure contains them as text. */
const toTaskResult = (record: ExecutionRecord, decode: (text: string) => Json) => ({
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

/** AWS's name for an error of StartExecution, such as StepFunctions.ExecutionAlreadyExistsException. */
const statesServiceError = ({ name, message }: ServiceError): StateError => new StateError(`StepFunctions.${name}Exception`, message);
