import { type Cloud, type ResourceType, resourcesOf } from '../../template/resource-type.ts';
import { matches } from '../iam/policy.ts';
import type { InvokeResult } from './function.ts';

type PermissionProperties = { FunctionName: string; Principal: string; SourceArn?: string };

/** A permission allows a service to invoke a function. The source ARN restricts the permission to some resources of this service. */
export const lambdaPermission: ResourceType = {
  type: 'AWS::Lambda::Permission',
  properties: { reads: ['FunctionName', 'Principal', 'SourceArn'], allowedValues: { Action: ['lambda:InvokeFunction'] } },
};

type Invoker = { principal: 'apigateway.amazonaws.com' | 'events.amazonaws.com'; sourceArn: string };

/** Returns a function that invokes Lambda functions for a service. A call without a permission returns an error. */
export function invokeAs(cloud: Cloud): (invoker: Invoker, functionArn: string, payload: unknown) => Promise<InvokeResult> {
  const permissions = resourcesOf(cloud, lambdaPermission.type).map(({ stack, properties }) =>
    cloud.resolver.resolve<PermissionProperties>(stack, properties),
  );
  return async ({ principal, sourceArn }, functionArn, payload) => {
    const isAllowed = permissions.some(
      ({ FunctionName, Principal, SourceArn = '*' }) =>
        FunctionName === functionArn && Principal === principal && matches(SourceArn, sourceArn),
    );
    if (isAllowed) return cloud.invoke(functionArn, payload);
    const errorMessage = `${principal} is not authorized to perform: lambda:InvokeFunction on resource: ${functionArn} for ${sourceArn}`;
    cloud.log('iam', `error: ${errorMessage}`);
    return { error: { errorType: 'AccessDeniedException', errorMessage } };
  };
}
