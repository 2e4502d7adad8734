/**
 * Records the events of a task. If a task calls a Lambda directly, the event types begin with LambdaFunction. For all other tasks, they
 * begin with Task.
 */
import type { StateError } from './errors.ts';
import type { Run, Sequence } from './run.ts';
import { integrationOf } from './task-resource.ts';

export type TaskEvents = {
  recordScheduled(parameters: string, timeoutInSeconds: number | undefined): void;
  recordSubmitted(output: string): void;
  recordSucceeded(output: string): void;
  recordFailed(error: StateError): void;
};

export function createTaskEvents({ history, machine }: Run, { position }: Sequence, resourceArn: string): TaskEvents {
  const integration = integrationOf(resourceArn);
  if (integration === undefined) {
    return {
      recordScheduled(input, timeoutInSeconds) {
        history.record(position, 'LambdaFunctionScheduled', { resource: resourceArn, input, timeoutInSeconds });
        history.record(position, 'LambdaFunctionStarted');
      },
      recordSubmitted: () => undefined,
      recordSucceeded: (output) => history.record(position, 'LambdaFunctionSucceeded', { output }),
      recordFailed: ({ name, message }) => history.record(position, lambdaFailureType(name), { error: name, cause: message }),
    };
  }
  const [resourceType, resource] = integration.split(/:(.*)/s);
  const region = machine.arn.split(':')[3];
  return {
    recordScheduled(parameters, timeoutInSeconds) {
      history.record(position, 'TaskScheduled', { resourceType, resource, region, parameters, timeoutInSeconds });
      history.record(position, 'TaskStarted', { resourceType, resource });
    },
    recordSubmitted: (output) => history.record(position, 'TaskSubmitted', { resourceType, resource, output }),
    recordSucceeded: (output) => history.record(position, 'TaskSucceeded', { resourceType, resource, output }),
    recordFailed: ({ name, message }) =>
      history.record(position, name === 'States.Timeout' ? 'TaskTimedOut' : 'TaskFailed', {
        resourceType,
        resource,
        error: name,
        cause: message,
      }),
  };
}

const lambdaFailureType = (error: string) => {
  if (error === 'States.Timeout') return 'LambdaFunctionTimedOut';
  return error.startsWith('Lambda.') ? 'LambdaFunctionScheduleFailed' : 'LambdaFunctionFailed';
};
