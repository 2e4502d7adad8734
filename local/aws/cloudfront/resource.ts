import { createHash } from 'node:crypto';
import { createDevSite } from '../../dev-site.ts';
import { createLocalPages, createSchedulingPage } from '../../pages/pages.ts';
import type { Resource } from '../../template/assembly.ts';
import { withLocalUrls } from '../../template/local-urls.ts';
import { accountId } from '../../template/resolve.ts';
import { arn, type Cloud, physicalName, type ResourceType, requireService, resourcesOf } from '../../template/resource-type.ts';
import { bucketName } from '../s3/resource.ts';
import type { CachePolicyConfig } from './cache-policy.ts';
import type { DistributionProperties, OriginProperties } from './distribution.ts';
import { startFrontServer } from './front-server.ts';
import { createLocalDistribution, type OriginStandIn } from './local-distribution.ts';
import type { ResponseHeadersPolicyConfig } from './response-headers.ts';
import { emptyCache, siteReader } from './site-reader.ts';

const noTls = 'The local cloud has no TLS, because it listens only on the loopback address.';
const behaviourProperties = [
  'AllowedMethods',
  'CachePolicyId',
  'Compress',
  'FunctionAssociations',
  'LambdaFunctionAssociations',
  'OriginRequestPolicyId',
  'ResponseHeadersPolicyId',
  'TargetOriginId',
  'TrustedKeyGroups',
];
const behaviourPaths = ['DefaultCacheBehavior', 'CacheBehaviors'].map((name) => `DistributionConfig.${name}`);

export const cloudFrontDistribution: ResourceType = {
  type: 'AWS::CloudFront::Distribution',
  properties: {
    reads: [
      ...behaviourPaths.flatMap((path) => behaviourProperties.map((name) => `${path}.${name}`)),
      'DistributionConfig.CacheBehaviors.PathPattern',
      'DistributionConfig.CustomErrorResponses',
      'DistributionConfig.DefaultRootObject',
      'DistributionConfig.Origins.DomainName',
      'DistributionConfig.Origins.Id',
      'DistributionConfig.Origins.OriginAccessControlId',
      'DistributionConfig.Origins.OriginCustomHeaders',
      'DistributionConfig.Origins.OriginPath',
      'DistributionConfig.OriginGroups',
    ],
    allowedValues: { 'DistributionConfig.Enabled': [true], 'DistributionConfig.Origins.S3OriginConfig.OriginAccessIdentity': [''] },
    ignores: {
      ...Object.fromEntries(behaviourPaths.map((path) => [`${path}.ViewerProtocolPolicy`, noTls])),
      'DistributionConfig.Comment': 'Only people read this text.',
      'DistributionConfig.HttpVersion': noTls,
      'DistributionConfig.IPV6Enabled': 'The local cloud listens on 127.0.0.1 only.',
      'DistributionConfig.Origins.CustomOriginConfig.OriginProtocolPolicy': noTls,
      'DistributionConfig.Origins.CustomOriginConfig.OriginSSLProtocols': noTls,
      'DistributionConfig.Origins.CustomOriginConfig.OriginReadTimeout':
        'The API responds after 30 s at the latest, and this time-out is longer.',
      'DistributionConfig.WebACLId': 'The firewall is not evaluated locally (docs/local-cloud.md).',
    },
  },
  attributes: { DomainName: ({ id }) => `${id.toLowerCase()}.cloudfront.net`, Id: ({ id }) => id },
  async startAll([distribution, ...otherDistributions], cloud) {
    if (!distribution || otherDistributions.length > 0) throw new Error('The local cloud supports one distribution');
    const { resolve } = cloud.resolver;
    const { DistributionConfig } = resolve<{ DistributionConfig: DistributionProperties }>(distribution.stack, distribution.properties);
    await emptyCache(cloud);
    const localDistribution = createLocalDistribution({
      distribution: DistributionConfig,
      functions: valuesByName(
        cloud,
        'AWS::CloudFront::Function',
        'FunctionARN',
        ({ FunctionCode }: { FunctionCode: string }) => FunctionCode,
      ),
      responseHeadersPolicies: valuesByName(cloud, 'AWS::CloudFront::ResponseHeadersPolicy', 'Id', headersOf(cloud)),
      cachePolicies: valuesByName(
        cloud,
        'AWS::CloudFront::CachePolicy',
        'Id',
        ({ CachePolicyConfig }: { CachePolicyConfig: CachePolicyConfig }) => CachePolicyConfig,
      ),
      keyGroups: valuesByName(
        cloud,
        'AWS::CloudFront::KeyGroup',
        'Id',
        ({ KeyGroupConfig }: { KeyGroupConfig: { Items: string[] } }) => KeyGroupConfig.Items,
      ),
      publicKeys: valuesByName(
        cloud,
        'AWS::CloudFront::PublicKey',
        'Id',
        ({ PublicKeyConfig }: { PublicKeyConfig: { EncodedKey: string } }) => PublicKeyConfig.EncodedKey,
      ),
      cache: cloud.siteCache,
      standIn: (origin) => standInOf(origin, distributionArn(distribution), cloud),
    });
    const server = await startFrontServer({
      port: cloud.sitePort,
      handlers: [
        createLocalPages(cloud),
        createSchedulingPage(cloud),
        (request, response) => requireService(cloud.cognito).handle(request, response),
        ...(cloud.isDev ? [await createDevSite(cloud)] : []),
        async (request, response) => {
          await localDistribution.handle(request, response);
          return true;
        },
      ],
      onError: (error) => cloud.log('front', String(error)),
    });
    cloud.onStop(() => server.stop());
  },
};

/** Returns a value for each resource of a type. The keys are the names that the distribution uses for the resources. */
function valuesByName<Properties, Value>(
  cloud: Cloud,
  type: string,
  attribute: string,
  read: (properties: Properties) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    resourcesOf(cloud, type).flatMap((resource) => {
      const value = read(cloud.resolver.resolve<Properties>(resource.stack, resource.properties));
      return [cloud.resolver.ref(resource), String(cloud.resolver.attribute(resource, attribute))].map((name) => [name, value]);
    }),
  );
}

/** Returns the headers policy of the template, with local URLs instead of AWS's URLs. */
const headersOf =
  (cloud: Cloud) =>
  ({ ResponseHeadersPolicyConfig: config }: { ResponseHeadersPolicyConfig: ResponseHeadersPolicyConfig }) =>
    JSON.parse(withLocalUrls(JSON.stringify(config), cloud)) as ResponseHeadersPolicyConfig;

const distributionArn = ({ id }: Resource): string => `arn:aws:cloudfront::${accountId}:distribution/${id}`;

function standInOf({ DomainName, OriginAccessControlId }: OriginProperties, sourceArn: string, cloud: Cloud): OriginStandIn {
  const bucket = resourcesOf(cloud, 'AWS::S3::Bucket').find((resource) => DomainName.startsWith(`${bucketName(resource)}.`));
  if (bucket) return { kind: 'objects', read: siteReader(cloud, bucketName(bucket), OriginAccessControlId ? sourceArn : undefined) };
  return { kind: 'http', handle: (request, response) => requireService(cloud.gateway).handle(request, response) };
}

/** Returns an id in the form of CloudFront, for example K2JCJMDEHXQW5F. */
function keyPairId(resource: Resource): string {
  return `K${createHash('sha256').update(physicalName(resource)).digest('hex').slice(0, 13).toUpperCase()}`;
}

/** Resources that belong to the distribution. `cloudFrontDistribution` reads their properties. */
export const cloudFrontParts: ResourceType[] = [
  {
    type: 'AWS::CloudFront::Function',
    properties: {
      reads: ['FunctionCode'],
      allowedValues: { AutoPublish: [true], 'FunctionConfig.Runtime': ['cloudfront-js-2.0'] },
      ignores: { 'FunctionConfig.Comment': 'Only people read this text.', Name: 'Nothing refers to a function by its name.' },
    },
    attributes: { FunctionARN: (resource) => arn('cloudfront', `function/${physicalName(resource)}`) },
  },
  {
    type: 'AWS::CloudFront::ResponseHeadersPolicy',
    properties: {
      reads: ['SecurityHeadersConfig', 'CustomHeadersConfig', 'RemoveHeadersConfig', 'CorsConfig'].map(
        (name) => `ResponseHeadersPolicyConfig.${name}`,
      ),
      ignores: {
        'ResponseHeadersPolicyConfig.Comment': 'Only people read this text.',
        'ResponseHeadersPolicyConfig.Name': 'Nothing refers to a policy by its name.',
      },
    },
    attributes: { Id: physicalName },
  },
  {
    type: 'AWS::CloudFront::CachePolicy',
    properties: {
      reads: [
        ...['DefaultTTL', 'MaxTTL', 'MinTTL'].map((name) => `CachePolicyConfig.${name}`),
        'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.QueryStringsConfig.QueryStrings',
      ],
      allowedValues: Object.fromEntries(
        Object.entries({
          'CookiesConfig.CookieBehavior': ['none'],
          'HeadersConfig.HeaderBehavior': ['none'],
          'QueryStringsConfig.QueryStringBehavior': ['none', 'whitelist'],
        }).map(([name, values]) => [`CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.${name}`, values]),
      ),
      ignores: {
        'CachePolicyConfig.Comment': 'Only people read this text.',
        'CachePolicyConfig.Name': 'Nothing refers to a policy by its name.',
        ...Object.fromEntries(
          ['Brotli', 'Gzip'].map((name) => [
            `CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin.EnableAcceptEncoding${name}`,
            'The local distribution reads a response from the cache and then compresses the response.',
          ]),
        ),
      },
    },
    attributes: { Id: physicalName },
  },
  {
    type: 'AWS::CloudFront::KeyGroup',
    properties: {
      reads: ['KeyGroupConfig.Items'],
      ignores: {
        'KeyGroupConfig.Comment': 'Only people read this text.',
        'KeyGroupConfig.Name': 'Nothing refers to a key group by its name.',
      },
    },
    attributes: { Id: physicalName },
    ref: physicalName,
  },
  {
    type: 'AWS::CloudFront::PublicKey',
    properties: {
      reads: ['PublicKeyConfig.EncodedKey'],
      ignores: {
        'PublicKeyConfig.CallerReference': 'Each resource is created once.',
        'PublicKeyConfig.Comment': 'Only people read this text.',
        'PublicKeyConfig.Name': 'Nothing refers to a public key by its name.',
      },
    },
    ref: keyPairId,
    attributes: { Id: keyPairId },
  },
  {
    type: 'AWS::CloudFront::OriginAccessControl',
    properties: {
      allowedValues: {
        'OriginAccessControlConfig.OriginAccessControlOriginType': ['s3'],
        'OriginAccessControlConfig.SigningBehavior': ['always'],
        'OriginAccessControlConfig.SigningProtocol': ['sigv4'],
      },
      ignores: { 'OriginAccessControlConfig.Name': 'Nothing refers to an origin access control by its name.' },
    },
    attributes: { Id: physicalName },
  },
];
