/**
 * CodeDeploy's part of a deployment. The local cloud has only the newest version of a function, so it sends all calls to this version. The
 * start of the local cloud fails if a gradual deployment could not work on AWS.
 */
import type { Resource } from '../../template/assembly.ts';
import { type Cloud, physicalName, type ResourceType, resourcesOf } from '../../template/resource-type.ts';

type GroupProperties = {
  ApplicationName: string;
  DeploymentConfigName: string;
  AlarmConfiguration?: { Enabled?: boolean; Alarms?: { Name: string }[] };
};
type AliasProperties = { UpdatePolicy?: { CodeDeployLambdaAliasUpdate?: { ApplicationName: string; DeploymentGroupName: string } } };

/** https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html */
const configName = /^CodeDeployDefault\.Lambda(?:AllAtOnce|Canary10Percent(?:5|10|15|30)Minutes)$/;
/** The maximum of AWS for one deployment group. */
const alarmsMax = 10;

export const codeDeployApplication: ResourceType = {
  type: 'AWS::CodeDeploy::Application',
  properties: { allowedValues: { ComputePlatform: ['Lambda'] } },
  ref: physicalName,
};

export const codeDeployGroup: ResourceType = {
  type: 'AWS::CodeDeploy::DeploymentGroup',
  properties: {
    reads: ['ApplicationName', 'DeploymentConfigName', 'AlarmConfiguration.Alarms.Name'],
    allowedValues: {
      'AlarmConfiguration.Enabled': [true],
      'AutoRollbackConfiguration.Enabled': [true],
      'DeploymentStyle.DeploymentOption': ['WITH_TRAFFIC_CONTROL'],
      'DeploymentStyle.DeploymentType': ['BLUE_GREEN'],
    },
    ignores: {
      ServiceRoleArn: 'Nothing shifts calls on this machine.',
      'AutoRollbackConfiguration.Events': 'There is no earlier version to which the calls could return.',
    },
  },
  ref: physicalName,
  startAll(groups, cloud) {
    const alarmNames = namesOfAlarms(cloud);
    const applicationOf = new Map(groups.map((group) => [physicalName(group), checkGroup(group, cloud, alarmNames)]));
    for (const alias of resourcesOf(cloud, 'AWS::Lambda::Alias')) {
      const { UpdatePolicy } = cloud.resolver.resolve<AliasProperties>(alias.stack, alias.properties);
      const policy = UpdatePolicy?.CodeDeployLambdaAliasUpdate;
      if (policy && applicationOf.get(policy.DeploymentGroupName) !== policy.ApplicationName)
        throw new Error(`The alias ${alias.id} of ${alias.stack} names a deployment group that its application does not contain`);
    }
  },
};

function namesOfAlarms(cloud: Cloud): ReadonlySet<string> {
  const alarms = resourcesOf(cloud, 'AWS::CloudWatch::Alarm');
  return new Set(alarms.map(({ stack, properties }) => String(cloud.resolver.resolve(stack, properties.AlarmName))));
}

/** Returns the application of a deployment group. */
function checkGroup({ stack, id, properties }: Resource, cloud: Cloud, alarmNames: ReadonlySet<string>): string {
  const { ApplicationName, DeploymentConfigName, AlarmConfiguration } = cloud.resolver.resolve<GroupProperties>(stack, properties);
  const group = `The deployment group ${id} of ${stack}`;
  if (!configName.test(DeploymentConfigName)) throw new Error(`${group} names the unknown configuration ${DeploymentConfigName}`);
  const alarms = (AlarmConfiguration?.Alarms ?? []).map(({ Name }) => Name);
  if (alarms.length > alarmsMax) throw new Error(`${group} has more than ${alarmsMax} alarms`);
  const unknown = alarms.filter((name) => !alarmNames.has(name));
  if (unknown.length > 0) throw new Error(`${group} names alarms that do not exist: ${unknown.join(', ')}`);
  return ApplicationName;
}
