import { arn, type Cloud, physicalName, type ResourceType, resourcesOf } from '../../template/resource-type.ts';
import { readStatements, type Statement } from './policy.ts';

const roleArn: NonNullable<ResourceType['ref']> = (resource) => arn('iam', `role/${physicalName(resource)}`);

/** For a role, only its name is needed here. The functions and the state machines read their roles and policies with `statementsOfRole`. */
export const iamRole: ResourceType = {
  type: 'AWS::IAM::Role',
  properties: {
    reads: ['AssumeRolePolicyDocument', 'Policies.PolicyDocument'],
    ignores: {
      'Policies.PolicyName': 'Nothing refers to a policy by its name.',
      ManagedPolicyArns: 'Without the grants of managed policies, the local cloud denies more calls than AWS.',
    },
  },
  ref: physicalName,
  attributes: { Arn: roleArn },
};
export const iamPolicy: ResourceType = {
  type: 'AWS::IAM::Policy',
  properties: { reads: ['Roles', 'PolicyDocument'], ignores: { PolicyName: 'Nothing refers to a policy by its name.' } },
};

type TrustPolicy = { Statement: { Action: string; Effect: string; Principal: { Service?: string } }[] };
type RoleProperties = { AssumeRolePolicyDocument: TrustPolicy; Policies?: { PolicyDocument: unknown }[] };

/**
 * Returns the statements of the policies in a role, and of all policies that name the role, in all stacks.
 * @throws Error if the role does not exist or does not trust the service
 */
export function statementsOfRole(role: string, service: 'lambda' | 'states' | 'scheduler', cloud: Cloud): Statement[] {
  const roleResource = resourcesOf(cloud, iamRole.type).find((resource) => roleArn(resource) === role);
  if (!roleResource) throw new Error(`There is no role ${role}`);
  const { AssumeRolePolicyDocument: trustPolicy, Policies: inlinePolicies = [] } = cloud.resolver.resolve<RoleProperties>(
    roleResource.stack,
    roleResource.properties,
  );
  const principal = `${service}.amazonaws.com`;
  if (
    !trustPolicy.Statement.some(
      ({ Action, Effect, Principal }) => Effect === 'Allow' && Action === 'sts:AssumeRole' && Principal.Service === principal,
    )
  )
    throw new Error(`The role ${role} does not trust ${principal}`);
  const statementsOfPolicies = resourcesOf(cloud, iamPolicy.type).flatMap((policy) => {
    const { Roles = [], PolicyDocument } = cloud.resolver.resolve<{ Roles?: string[]; PolicyDocument: unknown }>(
      policy.stack,
      policy.properties,
    );
    return Roles.includes(physicalName(roleResource)) ? readStatements(PolicyDocument) : [];
  });
  return [...inlinePolicies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument)), ...statementsOfPolicies];
}
