/**
 * Resource types without a local implementation. For each type, `reason` explains why the product behaves in the same way without these
 * resources.
 */
import type { Resource } from './assembly.ts';
import { arn, physicalName, type ResourceType } from './resource-type.ts';

const arnByName = (service: string, kind: string) => (resource: Resource) => arn(service, `${kind}${physicalName(resource)}`);

const types: { type: string; reason: string; attributes?: ResourceType['attributes'] }[] = [
  { type: 'AWS::Logs::LogGroup', reason: 'Logs go to the console.', attributes: { Arn: arnByName('logs', 'log-group:') } },
  { type: 'AWS::CloudWatch::Alarm', reason: 'No operator watches a local machine.' },
  { type: 'AWS::CloudWatch::Dashboard', reason: 'No operator watches a local machine.' },
  {
    type: 'AWS::WAFv2::WebACL',
    reason: 'The firewall blocks unknown callers, but only this machine can reach the local cloud.',
    attributes: { Arn: arnByName('wafv2', 'webacl/') },
  },
];

export const ignoredResourceTypes: ResourceType[] = types.map(({ type, reason, attributes }) => ({
  type,
  properties: { ignores: { '*': reason } },
  ...(attributes && { attributes }),
}));
