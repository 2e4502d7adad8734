import { join } from 'node:path';
import { stablePort } from '../../base/stable-port.ts';
import type { Resource } from '../../template/assembly.ts';
import { type Cloud, type ResourceType, resourcesOf } from '../../template/resource-type.ts';
import { type ResourceRequest, type ResourceStatement, readResourceStatements, verdictOf } from '../iam/resource-policy.ts';
import { expireObjects, type LifecycleRule } from './lifecycle.ts';
import { type CorsRule, startS3Server } from './server.ts';

type BucketProperties = {
  CorsConfiguration?: { CorsRules?: CorsRule[] };
  LifecycleConfiguration?: { Rules: LifecycleRule[] };
  VersioningConfiguration?: { Status: 'Enabled' };
};

/** Interval of the check for expired objects. S3 uses the same interval. */
const dayMs = 24 * 60 * 60 * 1000;

/** Bucket names have lower case and at most 63 characters. */
export const bucketName = ({ stack, id }: Resource): string => `${stack}-${id}`.toLowerCase().slice(0, 63);

export const s3Bucket: ResourceType = {
  type: 'AWS::S3::Bucket',
  properties: {
    reads: [
      'CorsConfiguration',
      ...['ExpirationInDays', 'NoncurrentVersionExpiration.NoncurrentDays', 'Prefix'].map((name) => `LifecycleConfiguration.Rules.${name}`),
    ],
    allowedValues: {
      'LifecycleConfiguration.Rules.Status': ['Enabled'],
      'LifecycleConfiguration.Rules.ExpiredObjectDeleteMarker': [true],
      'VersioningConfiguration.Status': ['Enabled'],
      // The store removes unfinished uploads after a day.
      'LifecycleConfiguration.Rules.AbortIncompleteMultipartUpload.DaysAfterInitiation': [1],
    },
    ignores: {
      BucketEncryption: 'Encryption at rest is invisible to callers.',
      OwnershipControls: 'There is one account, and no access control lists.',
      PublicAccessBlockConfiguration: 'Every request must be signed.',
      'LifecycleConfiguration.Rules.Id': 'Nothing refers to a rule by its id.',
      Tags: 'Nothing reads tags.',
    },
  },
  ref: bucketName,
  attributes: {
    Arn: (resource) => `arn:aws:s3:::${bucketName(resource)}`,
    RegionalDomainName: (resource) => `${bucketName(resource)}.s3.us-east-1.amazonaws.com`,
    DomainName: (resource) => `${bucketName(resource)}.s3.amazonaws.com`,
  },
  async startAll(resources, cloud) {
    const buckets = new Map(
      resources.map((resource) => {
        const properties = cloud.resolver.resolve<BucketProperties>(resource.stack, resource.properties);
        const { CorsConfiguration, LifecycleConfiguration, VersioningConfiguration } = properties;
        if (VersioningConfiguration) cloud.objects.enableVersioning(bucketName(resource));
        return [bucketName(resource), { corsRules: CorsConfiguration?.CorsRules ?? [], rules: LifecycleConfiguration?.Rules ?? [] }];
      }),
    );
    const expireAll = async () => {
      for (const [bucket, { rules }] of buckets) await expireObjects(cloud.objects, bucket, rules, Date.now());
    };
    await expireAll();
    const expiryTimer = setInterval(() => void expireAll(), dayMs);
    cloud.onStop(() => clearInterval(expiryTimer));
    const port = await stablePort(join(cloud.home, 's3.port'));
    const server = await startS3Server({
      port,
      store: cloud.objects,
      credentials: { ...cloud.credentials, secretOf: cloud.iam.secretOf },
      isAllowed: (accessKeyId, action, bucket, key) => {
        const resource = `arn:aws:s3:::${bucket}${key ? `/${key}` : ''}`;
        if (policyVerdict(cloud, bucket, { principal: accessKeyId, action, resource }) === 'Deny') return false;
        return key
          ? cloud.iam.checkPermission(accessKeyId, action, resource) === undefined
          : cloud.iam.isAllowed(accessKeyId, action, resource);
      },
      buckets,
    });
    cloud.onStop(() => server.stop());
    cloud.s3Url = server.url;
    cloud.lambdaVariables.AWS_ENDPOINT_URL_S3 = server.url;
  },
};

/** Requests to the loopback address use no TLS. The conditions of a policy treat them as requests with the newest TLS version. */
const transportContext = { 'aws:securetransport': 'true', 's3:tlsversion': '1.3' };

/** Returns the verdict of a bucket's policy for a request. `sourceArn` is the resource for which a service makes the request. */
export function policyVerdict(
  cloud: Cloud,
  bucket: string,
  { sourceArn, ...request }: Omit<ResourceRequest, 'context'> & { sourceArn?: string },
): ReturnType<typeof verdictOf> {
  const context = { ...transportContext, ...(sourceArn && { 'aws:sourcearn': sourceArn }) };
  return verdictOf(policyOf(cloud, bucket), { ...request, context });
}

const policies = new WeakMap<Cloud, Map<string, ResourceStatement[]>>();

function policyOf(cloud: Cloud, bucket: string): ResourceStatement[] {
  let statementsByBucket = policies.get(cloud);
  if (!statementsByBucket) {
    const documents = resourcesOf(cloud, s3BucketPolicy.type).map(({ stack, properties }) =>
      cloud.resolver.resolve<{ Bucket: string; PolicyDocument: unknown }>(stack, properties),
    );
    statementsByBucket = new Map(documents.map(({ Bucket, PolicyDocument }) => [Bucket, readResourceStatements(PolicyDocument)]));
    policies.set(cloud, statementsByBucket);
  }
  return statementsByBucket.get(bucket) ?? [];
}

/** The policy of a bucket: the services that may access the bucket, and the requests that are always denied. */
export const s3BucketPolicy: ResourceType = {
  type: 'AWS::S3::BucketPolicy',
  properties: { reads: ['Bucket', 'PolicyDocument'] },
};
