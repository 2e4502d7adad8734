/** The resources that a Task state can call. */
type TaskResource = { call: 'function'; functionArn: string } | { call: 'waitForTaskToken' } | { call: 'startExecution' };

const functionPattern = /^arn:[\w-]+:lambda:[\w-]*:\d*:function:[\w-]+(:[\w$-]+)?$/;

const integrations: Record<string, TaskResource> = {
  'lambda:invoke.waitForTaskToken': { call: 'waitForTaskToken' },
  'states:startExecution.sync:2': { call: 'startExecution' },
};

/** The parameters that each integration supports. */
export const parametersOf = {
  waitForTaskToken: ['FunctionName', 'Payload'],
  startExecution: ['StateMachineArn', 'Input', 'Name'],
} as const;

/** Returns `lambda:invoke.waitForTaskToken` for `arn:aws:states:::lambda:invoke.waitForTaskToken`. */
export const integrationOf = (resource: string): string | undefined => /^arn:[\w-]+:states:::(.+)$/.exec(resource)?.[1];

/** @returns undefined for an unsupported resource */
export function parseTaskResource(resource: string): TaskResource | undefined {
  if (functionPattern.test(resource)) return { call: 'function', functionArn: resource };
  const integration = integrationOf(resource);
  return integration !== undefined && Object.hasOwn(integrations, integration) ? integrations[integration] : undefined;
}
