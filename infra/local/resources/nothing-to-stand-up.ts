/** Types that the template holds and that nothing runs behind locally, each with the reason why that is sound. */
import type { Resource } from '../template/assembly.ts';
import { arn, physicalName, type ResourceType } from './resource-type.ts';

const named = (service: string, kind: string) => (resource: Resource) => arn(service, `${kind}${physicalName(resource)}`);

const permissions = 'Who may do what is checked on the template itself (infra/*.test.ts).';
const inPlace = 'What it says is read by the resource that it belongs to.';

const types: { type: string; reason: string; attributes?: ResourceType['attributes'] }[] = [
  { type: 'AWS::IAM::ManagedPolicy', reason: permissions },
  { type: 'AWS::Lambda::Permission', reason: permissions },
  { type: 'AWS::Lambda::EventInvokeConfig', reason: 'Nothing is invoked asynchronously here.' },
  { type: 'AWS::S3::BucketPolicy', reason: permissions },
  { type: 'AWS::CloudFront::OriginAccessControl', reason: permissions, attributes: { Id: physicalName } },
  { type: 'AWS::SecretsManager::SecretTargetAttachment', reason: permissions },
  { type: 'AWS::Logs::LogGroup', reason: 'Logs go to the console.', attributes: { Arn: named('logs', 'log-group:') } },
  { type: 'AWS::Logs::ResourcePolicy', reason: permissions },
  { type: 'AWS::CloudWatch::Alarm', reason: 'Nobody is on call for a local machine.' },
  { type: 'AWS::CloudWatch::Dashboard', reason: 'Nobody is on call for a local machine.' },
  {
    type: 'AWS::WAFv2::WebACL',
    reason: 'The firewall keeps strangers out; only this machine reaches the local cloud.',
    attributes: { Arn: named('wafv2', 'webacl/') },
  },
  { type: 'AWS::CDK::Metadata', reason: 'It describes the app to AWS.' },
  { type: 'AWS::ApiGatewayV2::Integration', reason: inPlace },
  { type: 'AWS::ApiGatewayV2::Authorizer', reason: inPlace },
  { type: 'AWS::ApiGatewayV2::Route', reason: inPlace },
  { type: 'AWS::ApiGatewayV2::Stage', reason: inPlace },
  { type: 'AWS::CloudFront::Function', reason: inPlace, attributes: { FunctionARN: named('cloudfront', 'function/') } },
  { type: 'AWS::CloudFront::ResponseHeadersPolicy', reason: inPlace, attributes: { Id: physicalName } },
  {
    type: 'AWS::CloudFront::CachePolicy',
    reason: 'Nothing is cached between the browser and this machine.',
    attributes: { Id: physicalName },
  },
  { type: 'AWS::CloudFront::OriginRequestPolicy', reason: inPlace, attributes: { Id: physicalName } },
  { type: 'AWS::Cognito::UserPoolIdentityProvider', reason: 'The local sign-in page stands for Google.' },
];

export const nothingToStandUp: ResourceType[] = types.map(({ type, attributes }) => ({ type, ...(attributes && { attributes }) }));
