/** The Task state: a Lambda, a Lambda with a callback, or another execution. */
import type { Json, TaskState } from './definition.ts';
import { asStateError, runtimeError, StateError } from './errors.ts';
import { type Data, readPath } from './json-path.ts';
import { runNestedExecution } from './nested-execution.ts';
import { encodePayload } from './payload.ts';
import { fillTemplate } from './payload-template.ts';
import { requireAllowed } from './role.ts';
import type { Lane, Run } from './run.ts';
import { type TaskEvents, taskEvents } from './task-events.ts';
import { parseTaskResource } from './task-resource.ts';
import type { Settle } from './task-tokens.ts';
import { withTimeout } from './with-timeout.ts';

type TokenCall = { run: Run; parameters: Json; token: string; events: TaskEvents };

export async function runTask(run: Run, state: TaskState, data: Data, lane: Lane): Promise<Json> {
  const resource = parseTaskResource(state.Resource);
  if (!resource) throw runtimeError(`The resource '${state.Resource}' is not supported`);
  const token = resource.call === 'waitForTaskToken' ? run.tokens.issue(run.execution.arn) : undefined;
  const context = token ? { ...(data.context as object), Task: { Token: token } } : data.context;
  const parameters = 'Parameters' in state ? fillTemplate(state.Parameters, { input: data.input, context }) : data.input;
  const timeoutSeconds = timeoutOf(state, { input: data.input, context });

  const events = taskEvents(run, lane, state.Resource);
  events.scheduled(encodePayload(parameters, "state's parameters"), timeoutSeconds);
  try {
    const result = await withTimeout({ clock: run.clock, signal: lane.signal, timeoutSeconds }, (settle, ended) => {
      if (token) return awaitToken({ run, parameters, token, events }, settle, ended);
      const call =
        resource.call === 'function'
          ? invoke(run, resource.functionArn, parameters)
          : runNestedExecution({ run, parameters, events }, ended);
      call.then(settle.resolve, settle.reject);
    });
    const text = encodePayload(result, "task's result");
    events.succeeded(text);
    return JSON.parse(text);
  } catch (thrown) {
    if (!lane.signal.aborted) events.failed(asStateError(thrown));
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

function awaitToken({ run, parameters, token, events }: TokenCall, settle: Settle, ended: AbortSignal): void {
  // The function may complete its token before it returns, so register the token first.
  run.tokens.wait(token, settle);
  const { FunctionName, Payload } = parameters as { FunctionName: string; Payload?: Json };
  const answered = (payload: Json) => {
    const answer = { ExecutedVersion: '$LATEST', Payload: payload, StatusCode: 200 };
    if (!ended.aborted) events.submitted(encodePayload(answer, "task's result"));
  };
  invoke(run, FunctionName, Payload ?? {})
    .then(answered)
    .catch(settle.reject);
}

/** An error of the function keeps its name; if the function could not run, the error has a name of the Lambda service. */
async function invoke(run: Run, functionArn: string, payload: Json): Promise<Json> {
  requireAllowed(run, 'lambda:InvokeFunction', functionArn, 'Lambda.AWSLambdaException');
  const answer = await run.invokeLambda(functionArn, payload).catch((thrown: unknown) => {
    throw lambdaServiceError(thrown);
  });
  if ('error' in answer) throw new StateError(answer.error.errorType || 'Lambda.Unknown', JSON.stringify(answer.error));
  return answer.payload ?? null;
}

const lambdaServiceError = (thrown: unknown): StateError => {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
  return new StateError(`Lambda.${name.endsWith('Exception') ? name : 'ServiceException'}`, message, { cause: thrown });
};
