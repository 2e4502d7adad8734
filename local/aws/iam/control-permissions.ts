/** Finds the permission that a call to the control server needs. The body of the call names the resource. */

import { unqualifiedMachineArn } from '../step-functions/machine-arn.ts';
import { executionArnOf } from '../step-functions/task-tokens.ts';
import { anyResource } from './policy.ts';

export type NeededPermission = { action: string; resource: string };
type Arns = { parameter(name: string): string; userPool(id: string): string; lambda(name: string): string; schedule(name: string): string };

const services: Record<string, { prefix: string; resource(body: Record<string, unknown>, arns: Arns): unknown }> = {
  AWSStepFunctions: {
    prefix: 'states',
    resource: ({ stateMachineArn, executionArn, taskToken }) =>
      stateMachineArn === undefined ? (executionArn ?? machineOf(taskToken)) : unqualifiedMachineArn(String(stateMachineArn)),
  },
  secretsmanager: { prefix: 'secretsmanager', resource: ({ SecretId }) => SecretId },
  TrentService: { prefix: 'kms', resource: ({ KeyId }) => KeyId },
  Lambda: { prefix: 'lambda', resource: ({ FunctionName }, { lambda }) => lambda(String(FunctionName)) },
  Scheduler: { prefix: 'scheduler', resource: ({ GroupName, Name }, { schedule }) => schedule(`${GroupName}/${Name}`) },
  AmazonSSM: { prefix: 'ssm', resource: ({ Name }, { parameter }) => parameter(String(Name)) },
  AWSCognitoIdentityProviderService: { prefix: 'cognito-idp', resource: ({ UserPoolId }, { userPool }) => userPool(String(UserPoolId)) },
};

/** Returns the machine of a task token, because AWS also checks the permission for this machine. Returns undefined for an unknown token. */
const machineOf = (taskToken: unknown): string | undefined =>
  /^(.+):execution:([^:]+):/
    .exec(executionArnOf(String(taskToken)))
    ?.slice(1)
    .join(':stateMachine:');

/** Returns undefined for an unknown service. */
export function neededPermissionOf(
  service: string,
  operation: string,
  body: Record<string, unknown>,
  arns: Arns,
): NeededPermission | undefined {
  const calledService = services[service];
  return (
    calledService && { action: `${calledService.prefix}:${operation}`, resource: String(calledService.resource(body, arns) ?? anyResource) }
  );
}
