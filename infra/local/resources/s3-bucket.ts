import { join } from 'node:path';
import { keptPort } from '../services/kept-port.ts';
import { type CorsRule, startS3Server } from '../services/s3/server.ts';
import type { Resource } from '../template/assembly.ts';
import type { ResourceType } from './resource-type.ts';

type BucketProperties = { CorsConfiguration?: { CorsRules?: CorsRule[] } };

/** Bucket names are lower case, with no more than 63 characters. */
export const bucketName = ({ stack, id }: Resource): string => `${stack}-${id}`.toLowerCase().slice(0, 63);

export const s3Bucket: ResourceType = {
  type: 'AWS::S3::Bucket',
  ref: bucketName,
  attributes: {
    Arn: (resource) => `arn:aws:s3:::${bucketName(resource)}`,
    RegionalDomainName: (resource) => `${bucketName(resource)}.s3.us-east-1.amazonaws.com`,
    DomainName: (resource) => `${bucketName(resource)}.s3.amazonaws.com`,
  },
  async standUp(resources, cloud) {
    const buckets = new Map(
      resources.map((resource) => {
        const { CorsConfiguration } = cloud.resolver.resolve<BucketProperties>(resource.stack, resource.properties);
        return [bucketName(resource), { corsRules: CorsConfiguration?.CorsRules ?? [] }];
      }),
    );
    const port = await keptPort(join(cloud.home, 's3.port'));
    const server = await startS3Server({
      port,
      store: cloud.objects,
      credentials: { ...cloud.credentials, isKnown: cloud.iam.isKnown },
      may: (accessKeyId, action, bucket, key) =>
        key
          ? cloud.iam.refusal(accessKeyId, action, `arn:aws:s3:::${bucket}/${key}`) === undefined
          : cloud.iam.isAllowed(accessKeyId, action, `arn:aws:s3:::${bucket}`),
      buckets,
    });
    cloud.onStop(() => server.stop());
    cloud.s3Url = server.url;
    cloud.lambdaVariables.AWS_ENDPOINT_URL_S3 = server.url;
  },
};
