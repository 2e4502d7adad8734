/** A direct Lambda has LambdaFunction* events; all other resources have Task* events. */
import type { StateError } from './errors.ts';
import type { Lane, Run } from './run.ts';
import { integrationOf } from './task-resource.ts';

export type TaskEvents = {
  recordScheduled(parameters: string, timeoutInSeconds: number | undefined): void;
  recordSubmitted(output: string): void;
  recordSucceeded(output: string): void;
  recordFailed(error: StateError): void;
};

export function createTaskEvents({ history, machine }: Run, { trail }: Lane, resourceArn: string): TaskEvents {
  const integration = integrationOf(resourceArn);
  if (integration === undefined) {
    return {
      recordScheduled(input, timeoutInSeconds) {
        history.record(trail, 'LambdaFunctionScheduled', { resource: resourceArn, input, timeoutInSeconds });
        history.record(trail, 'LambdaFunctionStarted');
      },
      recordSubmitted: () => undefined,
      recordSucceeded: (output) => history.record(trail, 'LambdaFunctionSucceeded', { output }),
      recordFailed: ({ name, message }) => history.record(trail, lambdaFailureType(name), { error: name, cause: message }),
    };
  }
  const [resourceType, resource] = integration.split(/:(.*)/s);
  const region = machine.arn.split(':')[3];
  return {
    recordScheduled(parameters, timeoutInSeconds) {
      history.record(trail, 'TaskScheduled', { resourceType, resource, region, parameters, timeoutInSeconds });
      history.record(trail, 'TaskStarted', { resourceType, resource });
    },
    recordSubmitted: (output) => history.record(trail, 'TaskSubmitted', { resourceType, resource, output }),
    recordSucceeded: (output) => history.record(trail, 'TaskSucceeded', { resourceType, resource, output }),
    recordFailed: ({ name, message }) =>
      history.record(trail, name === 'States.Timeout' ? 'TaskTimedOut' : 'TaskFailed', {
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
