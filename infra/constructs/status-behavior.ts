/**
 * Serves the file with a notice about an outage. Operators write this file into the bucket. If there is no such file, CloudFront sends the
 * empty file of the site. A missing file would cause an error in the browser console of every visitor.
 */
import { Duration } from 'aws-cdk-lib';
import { AccessLevel, type BehaviorOptions, CachePolicy } from 'aws-cdk-lib/aws-cloudfront';
import { OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { statusSecondsMax } from '#shared/status.ts';

/** The folder of the empty file (web/public). */
const emptyFolder = '/no-outage';

export function createStatusBehavior(scope: Construct, bucket: IBucket, files: BehaviorOptions): BehaviorOptions {
  const seconds = Duration.seconds(statusSecondsMax);
  return {
    ...files,
    origin: new OriginGroup({
      primaryOrigin: files.origin,
      fallbackOrigin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originPath: emptyFolder,
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      fallbackStatusCodes: [404],
    }),
    // The policy CachingOptimized would cache a file without a Cache-Control header for a day.
    cachePolicy: new CachePolicy(scope, 'StatusCache', {
      comment: 'Keeps the notice about an outage for a short time',
      minTtl: Duration.seconds(0),
      defaultTtl: seconds,
      maxTtl: seconds,
    }),
  };
}
