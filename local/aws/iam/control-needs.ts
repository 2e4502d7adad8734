/** What a call to the control address needs: the action, and the resource that its body names. */

import { anyResource } from './policy.ts';

export type ControlNeed = { action: string; resource: string };
type Arns = { parameter(name: string): string; userPool(id: string): string };

const services: Record<string, { prefix: string; resource(body: Record<string, unknown>, arns: Arns): unknown }> = {
  AWSStepFunctions: {
    prefix: 'states',
    resource: ({ stateMachineArn, executionArn }) => stateMachineArn ?? executionArn,
  },
  secretsmanager: { prefix: 'secretsmanager', resource: ({ SecretId }) => SecretId },
  AmazonSSM: { prefix: 'ssm', resource: ({ Name }, { parameter }) => parameter(String(Name)) },
  AWSCognitoIdentityProviderService: { prefix: 'cognito-idp', resource: ({ UserPoolId }, { userPool }) => userPool(String(UserPoolId)) },
};

/** Undefined for a service that is not here. */
export function controlNeed(service: string, operation: string, body: Record<string, unknown>, arns: Arns): ControlNeed | undefined {
  const known = services[service];
  return known && { action: `${known.prefix}:${operation}`, resource: String(known.resource(body, arns) ?? anyResource) };
}
