/** Runs Task states. A task calls a Lambda, calls a Lambda and waits for a callback, or runs another execution. */
import type { Json, TaskState } from './definition.ts';
import { runtimeError, StateError, toStateError } from './errors.ts';
import { type Data, readPath } from './json-path.ts';
import { runNestedExecution } from './nested-execution.ts';
import { encodePayload } from './payload.ts';
import { fillTemplate } from './payload-template.ts';
import { requireAllowed } from './role.ts';
import type { Run, Sequence } from './run.ts';
import { createTaskEvents, type TaskEvents } from './task-events.ts';
import { parseTaskResource } from './task-resource.ts';
import type { TaskCallback } from './task-tokens.ts';
import { withTimeout } from './with-timeout.ts';

type TokenCall = { run: Run; parameters: Json; token: string; events: TaskEvents };

export async function runTask(run: Run, state: TaskState, data: Data, sequence: Sequence): Promise<Json> {
  const resource = parseTaskResource(state.Resource);
  if (!resource) throw runtimeError(`The resource '${state.Resource}' is not supported`);
  const token = resource.call === 'waitForTaskToken' ? run.tokens.issue(run.execution.arn) : undefined;
  const context = token ? { ...(data.context as object), Task: { Token: token } } : data.context;
  const parameters = 'Parameters' in state ? fillTemplate(state.Parameters, { input: data.input, context }) : data.input;
  const timeoutSeconds = timeoutOf(state, { input: data.input, context });

  const events = createTaskEvents(run, sequence, state.Resource);
  events.recordScheduled(encodePayload(parameters, "state's parameters"), timeoutSeconds);
  try {
    const result = await withTimeout({ clock: run.clock, signal: sequence.signal, timeoutSeconds }, (callback, taskEnd) => {
      if (token) return awaitToken({ run, parameters, token, events }, callback, taskEnd);
      const call =
        resource.call === 'function'
          ? invoke(run, resource.functionArn, parameters)
          : runNestedExecution({ run, parameters, events }, taskEnd);
      call.then(callback.resolve, callback.reject);
    });
    const text = encodePayload(result, "task's result");
    events.recordSucceeded(text);
    return JSON.parse(text);
  } catch (thrown) {
    if (!sequence.signal.aborted) events.recordFailed(toStateError(thrown));
    throw thrown;
  } finally {
    if (token) run.tokens.close(token);
  }
}

function timeoutOf(state: TaskState, data: Data): number | undefined {
  if (state.TimeoutSecondsPath === undefined) return state.TimeoutSeconds;
  const seconds = readPath(state.TimeoutSecondsPath, data);
  if (!Number.isInteger(seconds) || (seconds as number) <= 0) {
    throw runtimeError(`The TimeoutSecondsPath '${state.TimeoutSecondsPath}' is not a positive integer: ${JSON.stringify(seconds)}`);
  }
  return seconds as number;
}

function awaitToken({ run, parameters, token, events }: TokenCall, callback: TaskCallback, taskEnd: AbortSignal): void {
  // The token is registered before the call, because the function may complete the token before it returns.
  run.tokens.wait(token, callback);
  const { FunctionName, Payload } = parameters as { FunctionName: string; Payload?: Json };
  const recordSubmission = (payload: Json) => {
    const result = { ExecutedVersion: '$LATEST', Payload: payload, StatusCode: 200 };
    if (!taskEnd.aborted) events.recordSubmitted(encodePayload(result, "task's result"));
  };
  invoke(run, FunctionName, Payload ?? {})
    .then(recordSubmission)
    .catch(callback.reject);
}

/**
 * If the function throws an error, the state error has the same name. If the function could not run, the state error has a name of the
 * Lambda service.
 */
async function invoke(run: Run, functionArn: string, payload: Json): Promise<Json> {
  requireAllowed(run, 'lambda:InvokeFunction', functionArn, 'Lambda.AWSLambdaException');
  const result = await run.invokeLambda(functionArn, payload).catch((thrown: unknown) => {
    throw lambdaServiceError(thrown);
  });
  if ('error' in result) throw new StateError(result.error.errorType || 'Lambda.Unknown', JSON.stringify(result.error));
  return result.payload ?? null;
}

const lambdaServiceError = (thrown: unknown): StateError => {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return new StateError(`Lambda.${name.endsWith('Exception') ? name : 'ServiceException'}`, message, { cause: thrown });
};
