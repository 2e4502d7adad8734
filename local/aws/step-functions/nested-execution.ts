/** Runs a task that starts another execution (the child) and waits until the child has ended. */
import type { Json } from './definition.ts';
import { ServiceError, StateError } from './errors.ts';
import type { ExecutionRecord } from './execution-store.ts';
import { unqualifiedMachineArn } from './machine-arn.ts';
import { requireAllowed } from './role.ts';
import type { Run } from './run.ts';
import type { TaskEvents } from './task-events.ts';

type NestedCall = { run: Run; parameters: Json; events: TaskEvents };

/** @param taskEnd a signal that aborts after the task has ended, for any reason */
export async function runNestedExecution({ run, parameters, events }: NestedCall, taskEnd: AbortSignal): Promise<Json> {
  const { StateMachineArn } = parameters as ChildParameters;
  requireChildPermissions(run, unqualifiedMachineArn(StateMachineArn));
  const { executionArn, startedAt } = startChild(run, parameters as ChildParameters);
  events.recordSubmitted(JSON.stringify({ ExecutionArn: executionArn, StartDate: startedAt }));
  // If the task ends while its child still runs, the task has timed out or was interrupted. So the child must stop too.
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

/**
 * If the child succeeds, the result contains its input and output as JSON, because the resource name ends with `:2`. If the child fails,
 * the cause of the error contains them as text.
 */
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

/** Converts an error of StartExecution to a state error with AWS's name, such as StepFunctions.ExecutionAlreadyExistsException. */
const statesServiceError = ({ name, message }: ServiceError): StateError => new StateError(`StepFunctions.${name}Exception`, message);
