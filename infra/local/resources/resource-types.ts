/** Every resource type that the local cloud knows, in the order in which they are stood up. */
import type { Assembly, Resource } from '../template/assembly.ts';
import type { Identity } from '../template/resolve.ts';
import { apiGateway } from './api-gateway.ts';
import { cloudFrontDistribution } from './cloudfront-distribution.ts';
import { cognitoUserPool, cognitoUserPoolClient, cognitoUserPoolDomain } from './cognito-user-pool.ts';
import { customBucketDeployment } from './custom-bucket-deployment.ts';
import { dynamoDbTable } from './dynamodb-table.ts';
import { eventsRule } from './events-rule.ts';
import { iamPolicy, iamRole } from './iam-role.ts';
import { lambdaFunction, lambdaLayerVersion } from './lambda-function.ts';
import { nothingToStandUp } from './nothing-to-stand-up.ts';
import type { ResourceType } from './resource-type.ts';
import { s3Bucket } from './s3-bucket.ts';
import { secretsManagerSecret } from './secrets-manager-secret.ts';
import { sesEmailIdentity } from './ses-email-identity.ts';
import { ssmParameter } from './ssm-parameter.ts';
import { stateMachine } from './state-machine.ts';

export const resourceTypes: readonly ResourceType[] = [
  secretsManagerSecret,
  ssmParameter,
  dynamoDbTable,
  s3Bucket,
  sesEmailIdentity,
  cognitoUserPool,
  cognitoUserPoolClient,
  cognitoUserPoolDomain,
  iamRole,
  iamPolicy,
  lambdaLayerVersion,
  lambdaFunction,
  stateMachine,
  apiGateway,
  customBucketDeployment,
  cloudFrontDistribution,
  // Last: what it runs may use everything else.
  eventsRule,
  ...nothingToStandUp,
];

const byType = new Map(resourceTypes.map((known) => [known.type, known]));

/** @throws Error naming each resource whose type the local cloud does not know: nothing of the product may be missing in silence. */
export function assertKnown({ resources }: Assembly): void {
  const unknown = resources.filter(({ type }) => !byType.has(type)).map(({ type, stack, id }) => `${type} (${id} of ${stack})`);
  if (unknown.length > 0) throw new Error(`The local cloud does not know these resource types: ${unknown.join(', ')}`);
}

export function identityOf(resource: Resource): Identity {
  const known = byType.get(resource.type);
  return {
    ref: (of) => known?.ref?.(of) ?? of.id,
    attribute: (of, name) => known?.attributes?.[name]?.(of),
  };
}
