/**
 * Resource types without a local implementation. For each type, `reason` explains why the product works in the same way without these
 * resources.
 */
import type { Resource } from './assembly.ts';
import { arn, physicalName, type ResourceType } from './resource-type.ts';

const arnByName = (service: string, kind: string) => (resource: Resource) => arn(service, `${kind}${physicalName(resource)}`);

/** Without a list of properties, the type may have any property. */
type IgnoredType = { type: string; reason: string; properties?: readonly string[]; attributes?: ResourceType['attributes'] };

const noBackups = 'A local machine has no backups. npm run drill:restore copies the tables itself.';
const noSiteLog = 'The local front logs no requests, because only this machine can send them.';
const noOperator = 'No operator watches a local machine. A test evaluates each alarm (tests/alarms/alarms.test.ts).';

const types: IgnoredType[] = [
  { type: 'AWS::Logs::LogGroup', reason: 'Logs go to the console.', attributes: { Arn: arnByName('logs', 'log-group:') } },
  { type: 'AWS::Logs::DeliverySource', reason: noSiteLog, properties: ['LogType', 'Name', 'ResourceArn'] },
  {
    type: 'AWS::Logs::DeliveryDestination',
    reason: noSiteLog,
    properties: ['DestinationResourceArn', 'Name', 'OutputFormat'],
    attributes: { Arn: arnByName('logs', 'delivery-destination:') },
  },
  { type: 'AWS::Logs::Delivery', reason: noSiteLog, properties: ['DeliveryDestinationArn', 'DeliverySourceName', 'RecordFields'] },
  {
    type: 'AWS::CloudWatch::Alarm',
    reason: noOperator,
    properties: [
      'AlarmActions',
      'AlarmDescription',
      'AlarmName',
      'ComparisonOperator',
      'Dimensions',
      'EvaluateLowSampleCountPercentile',
      'EvaluationPeriods',
      'ExtendedStatistic',
      'MetricName',
      'Metrics',
      'Namespace',
      'OKActions',
      'Period',
      'Statistic',
      'Threshold',
      'TreatMissingData',
    ],
    attributes: { Arn: arnByName('cloudwatch', 'alarm:') },
  },
  { type: 'AWS::CloudWatch::Dashboard', reason: noOperator, properties: ['DashboardBody', 'DashboardName'] },
  {
    type: 'AWS::Backup::BackupVault',
    reason: noBackups,
    properties: ['BackupVaultName', 'LockConfiguration'],
    attributes: { BackupVaultName: physicalName, BackupVaultArn: arnByName('backup', 'backup-vault:') },
  },
  {
    type: 'AWS::Backup::BackupPlan',
    reason: noBackups,
    properties: ['BackupPlan'],
    attributes: { BackupPlanId: physicalName, BackupPlanArn: arnByName('backup', 'backup-plan:') },
  },
  { type: 'AWS::Backup::BackupSelection', reason: noBackups, properties: ['BackupPlanId', 'BackupSelection'] },
  { type: 'AWS::Budgets::Budget', reason: 'A local machine has no AWS costs.', properties: ['Budget', 'NotificationsWithSubscribers'] },
  { type: 'AWS::SNS::Topic', reason: noOperator, properties: ['DisplayName'] },
  { type: 'AWS::SNS::TopicPolicy', reason: noOperator, properties: ['PolicyDocument', 'Topics'] },
  { type: 'AWS::SNS::Subscription', reason: noOperator, properties: ['Endpoint', 'Protocol', 'TopicArn'] },
  {
    type: 'AWS::WAFv2::WebACL',
    reason: 'The firewall blocks unknown callers, but only this machine can reach the local cloud.',
    attributes: { Arn: arnByName('wafv2', 'webacl/') },
  },
  {
    type: 'AWS::WAFv2::LoggingConfiguration',
    reason: 'The firewall blocks no request locally.',
    properties: ['LogDestinationConfigs', 'LoggingFilter', 'RedactedFields', 'ResourceArn'],
  },
];

export const ignoredResourceTypes: ResourceType[] = types.map(({ type, reason, properties = ['*'], attributes }) => ({
  type,
  properties: { ignores: Object.fromEntries(properties.map((name) => [name, reason])) },
  ...(attributes && { attributes }),
}));
