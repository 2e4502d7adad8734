/** Resource types without a local implementation, each with the reason why the product behaves the same without it. */
import type { Resource } from './assembly.ts';
import { arn, physicalName, type ResourceType } from './resource-type.ts';

const named = (service: string, kind: string) => (resource: Resource) => arn(service, `${kind}${physicalName(resource)}`);

const types: { type: string; reason: string; attributes?: ResourceType['attributes'] }[] = [
  { type: 'AWS::Logs::LogGroup', reason: 'Logs go to the console.', attributes: { Arn: named('logs', 'log-group:') } },
  { type: 'AWS::CloudWatch::Alarm', reason: 'Nobody is on call for a local machine.' },
  { type: 'AWS::CloudWatch::Dashboard', reason: 'Nobody is on call for a local machine.' },
  {
    type: 'AWS::WAFv2::WebACL',
    reason: 'The firewall blocks strangers; only this machine can reach the local cloud.',
    attributes: { Arn: named('wafv2', 'webacl/') },
  },
];

export const ignoredResourceTypes: ResourceType[] = types.map(({ type, reason, attributes }) => ({
  type,
  properties: { ignores: { '*': reason } },
  ...(attributes && { attributes }),
}));
