/** A direct Lambda has LambdaFunction* events; all other resources have Task* events. */
import type { StateError } from './errors.ts';
import type { Lane, Run } from './run.ts';
import { integrationOf } from './task-resource.ts';

export type TaskEvents = {
  scheduled(parameters: string, timeoutInSeconds: number | undefined): void;
  submitted(output: string): void;
  succeeded(output: string): void;
  failed(error: StateError): void;
};

export function taskEvents({ history, machine }: Run, { trail }: Lane, resourceArn: string): TaskEvents {
  const integration = integrationOf(resourceArn);
  if (integration === undefined) {
    return {
      scheduled(input, timeoutInSeconds) {
        history.record(trail, 'LambdaFunctionScheduled', { resource: resourceArn, input, timeoutInSeconds });
        history.record(trail, 'LambdaFunctionStarted');
      },
      submitted: () => undefined,
      succeeded: (output) => history.record(trail, 'LambdaFunctionSucceeded', { output }),
      failed: ({ name, message }) => history.record(trail, lambdaFailureType(name), { error: name, cause: message }),
    };
  }
  const [resourceType, resource] = integration.split(/:(.*)/s);
  const region = machine.arn.split(':')[3];
  return {
    scheduled(parameters, timeoutInSeconds) {
      history.record(trail, 'TaskScheduled', { resourceType, resource, region, parameters, timeoutInSeconds });
      history.record(trail, 'TaskStarted', { resourceType, resource });
    },
    submitted: (output) => history.record(trail, 'TaskSubmitted', { resourceType, resource, output }),
    succeeded: (output) => history.record(trail, 'TaskSucceeded', { resourceType, resource, output }),
    failed: ({ name, message }) =>
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
