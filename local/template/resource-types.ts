/** Every resource type that the local cloud supports, in the order of their starts. */

import { apiGateway, apiGatewayParts } from '../aws/api-gateway/resource.ts';
import { customBucketDeployment } from '../aws/cloudfront/custom-bucket-deployment.ts';
import { cloudFrontDistribution, cloudFrontParts } from '../aws/cloudfront/resource.ts';
import { codeDeployApplication, codeDeployGroup } from '../aws/codedeploy/resource.ts';
import {
  cognitoIdentityProvider,
  cognitoUserPool,
  cognitoUserPoolClient,
  cognitoUserPoolDomain,
} from '../aws/cognito/user-pool-resource.ts';
import { dynamoDbTable } from '../aws/dynamodb/resource.ts';
import { eventsRule } from '../aws/events/resource.ts';
import { iamPolicy, iamRole } from '../aws/iam/resource.ts';
import { kmsKey } from '../aws/kms/resource.ts';
import { lambdaPermission } from '../aws/lambda/permission-resource.ts';
import { lambdaAlias, lambdaEventInvokeConfig, lambdaFunction, lambdaLayerVersion, lambdaVersion } from '../aws/lambda/resource.ts';
import { s3Bucket, s3BucketPolicy } from '../aws/s3/resource.ts';
import { scheduleGroup } from '../aws/scheduler/resource.ts';
import { secretsManagerSecret } from '../aws/secrets-manager/resource.ts';
import { sesEmailIdentity } from '../aws/ses/resource.ts';
import { ssmParameter } from '../aws/ssm/resource.ts';
import { stateMachine, stateMachineAlias, stateMachineVersion } from '../aws/step-functions/resource.ts';
import type { Assembly, Resource } from './assembly.ts';
import { ignoredResourceTypes } from './ignored-resource-types.ts';
import { findUnsupportedProperties } from './properties.ts';
import type { Identity } from './resolve.ts';
import type { ResourceType } from './resource-type.ts';

export const resourceTypes: readonly ResourceType[] = [
  secretsManagerSecret,
  ssmParameter,
  kmsKey,
  dynamoDbTable,
  s3Bucket,
  s3BucketPolicy,
  sesEmailIdentity,
  cognitoUserPool,
  cognitoUserPoolClient,
  cognitoUserPoolDomain,
  cognitoIdentityProvider,
  iamRole,
  iamPolicy,
  lambdaLayerVersion,
  lambdaFunction,
  lambdaVersion,
  lambdaAlias,
  codeDeployApplication,
  codeDeployGroup,
  lambdaPermission,
  lambdaEventInvokeConfig,
  stateMachine,
  stateMachineVersion,
  stateMachineAlias,
  apiGateway,
  ...apiGatewayParts,
  customBucketDeployment,
  cloudFrontDistribution,
  ...cloudFrontParts,
  // The rules and schedules start last, because their functions may use all other resources.
  eventsRule,
  scheduleGroup,
  ...ignoredResourceTypes,
];

const byType = new Map(resourceTypes.map((resourceType) => [resourceType.type, resourceType]));

/** @throws Error if a part of the template has no local implementation. The error names each resource type, property and value. */
export function assertKnown(assembly: Assembly): void {
  const { resources } = assembly;
  const unknownTypes = resources.filter(({ type }) => !byType.has(type)).map(({ type, stack, id }) => `${type} (${id} of ${stack})`);
  if (unknownTypes.length > 0) throw new Error(`The local cloud does not know these resource types: ${unknownTypes.join(', ')}`);
  const unreadPropertyNames = resources.flatMap((resource) => {
    const resourceType = byType.get(resource.type);
    return !resourceType || resourceType.isReplaced?.(resource, assembly)
      ? []
      : findUnsupportedProperties(resource, resourceType.properties);
  });
  if (unreadPropertyNames.length > 0)
    throw new Error(`The local cloud does not know these properties or values: ${unreadPropertyNames.join(', ')}`);
}

export function identityOf(resource: Resource): Identity {
  const resourceType = byType.get(resource.type);
  return {
    ref: (target) => resourceType?.ref?.(target) ?? target.id,
    attribute: (target, name) => resourceType?.attributes?.[name]?.(target),
  };
}
