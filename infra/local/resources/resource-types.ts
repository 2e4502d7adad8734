/** Every resource type that the local cloud knows, in the order in which they are stood up. */
import type { Assembly, Resource } from '../template/assembly.ts';
import { unreadProperties } from '../template/properties.ts';
import type { Identity } from '../template/resolve.ts';
import { apiGateway, apiGatewayParts } from './api-gateway.ts';
import { cloudFrontDistribution, cloudFrontParts } from './cloudfront-distribution.ts';
import { cognitoIdentityProvider, cognitoUserPool, cognitoUserPoolClient, cognitoUserPoolDomain } from './cognito-user-pool.ts';
import { customBucketDeployment } from './custom-bucket-deployment.ts';
import { dynamoDbTable } from './dynamodb-table.ts';
import { eventsRule } from './events-rule.ts';
import { iamPolicy, iamRole } from './iam-role.ts';
import { lambdaEventInvokeConfig, lambdaFunction, lambdaLayerVersion } from './lambda-function.ts';
import { lambdaPermission } from './lambda-permission.ts';
import { nothingToStandUp } from './nothing-to-stand-up.ts';
import type { ResourceType } from './resource-type.ts';
import { s3Bucket, s3BucketPolicy } from './s3-bucket.ts';
import { secretsManagerSecret } from './secrets-manager-secret.ts';
import { sesEmailIdentity } from './ses-email-identity.ts';
import { ssmParameter } from './ssm-parameter.ts';
import { stateMachine } from './state-machine.ts';

export const resourceTypes: readonly ResourceType[] = [
  secretsManagerSecret,
  ssmParameter,
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
  lambdaPermission,
  lambdaEventInvokeConfig,
  stateMachine,
  apiGateway,
  ...apiGatewayParts,
  customBucketDeployment,
  cloudFrontDistribution,
  ...cloudFrontParts,
  // Last: what it runs may use everything else.
  eventsRule,
  ...nothingToStandUp,
];

const byType = new Map(resourceTypes.map((known) => [known.type, known]));

/** @throws Error naming each resource type, property and value that the local cloud does not implement, so that it ignores nothing silently. */
export function assertKnown(assembly: Assembly): void {
  const { resources } = assembly;
  const unknown = resources.filter(({ type }) => !byType.has(type)).map(({ type, stack, id }) => `${type} (${id} of ${stack})`);
  if (unknown.length > 0) throw new Error(`The local cloud does not know these resource types: ${unknown.join(', ')}`);
  const unread = resources.flatMap((resource) => {
    const known = byType.get(resource.type);
    return !known || known.isReplaced?.(resource, assembly) ? [] : unreadProperties(resource, known.properties);
  });
  if (unread.length > 0) throw new Error(`The local cloud does not know these properties or values: ${unread.join(', ')}`);
}

export function identityOf(resource: Resource): Identity {
  const known = byType.get(resource.type);
  return {
    ref: (of) => known?.ref?.(of) ?? of.id,
    attribute: (of, name) => known?.attributes?.[name]?.(of),
  };
}
