/**
 * Serves the files of the sellers through the distribution of the site. CloudFront opens a file only with a link that is signed with a key
 * of the key group (lambdas/store/signed-urls.ts).
 */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  KeyGroup,
  PublicKey,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { linkedFolders } from '#shared/upload/media-folders.ts';

/**
 * The public keys of the key group. One key is for the current links, and the other key is for the next rotation. Each key is the base64
 * text of its PEM file.
 */
export type MediaPublicKeys = readonly [string, string];

/** The S3 parameter that a link may contain. CloudFront forwards every parameter of its cache key to the origin, and no other parameter. */
const dispositionParameter = 'response-content-disposition';

/**
 * Time for which CloudFront caches a file. A deleted file is still available during this time. A longer time would not help, because links
 * are valid for at most two hours.
 */
const cachedTime = Duration.hours(1);

/** The parts of the distribution of the site that serve media. */
export type MediaDelivery = { behaviors: Record<string, BehaviorOptions>; keys: { id: string; publicKey: string }[] };

export function createMediaDelivery(scope: Construct, media: IBucket, publicKeys: MediaPublicKeys): MediaDelivery {
  // CloudFront cannot change the text of a key, so each key has a separate logical id.
  const keys = [...publicKeys].sort().map((publicKey) => ({
    publicKey,
    resource: new PublicKey(scope, `MediaKey${createHash('sha256').update(publicKey).digest('hex').slice(0, 12)}`, {
      encodedKey: toPem(publicKey),
      comment: 'Verifies the links to media',
    }),
  }));
  const behavior: BehaviorOptions = {
    origin: createOrigin(scope, media),
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    cachePolicy: createCachePolicy(scope),
    responseHeadersPolicy: createMediaHeaders(scope),
    // Media is already compressed.
    compress: false,
    trustedKeyGroups: [
      new KeyGroup(scope, 'MediaKeys', { items: keys.map(({ resource }) => resource), comment: 'The keys that sign the links to media' }),
    ],
  };
  return {
    behaviors: Object.fromEntries(linkedFolders.map((folder) => [`/${folder}/*`, behavior])),
    keys: keys.map(({ publicKey, resource }) => ({ id: resource.publicKeyId, publicKey })),
  };
}

/**
 * Creates the origin without a change of the bucket policy. The policy is in the data stack. Its statement must not refer to the
 * distribution, because the distribution already refers to the bucket (data-stack.ts).
 */
function createOrigin(scope: Construct, media: IBucket) {
  const bucket = Bucket.fromBucketAttributes(scope, 'MediaFiles', {
    bucketArn: media.bucketArn,
    bucketRegionalDomainName: media.bucketRegionalDomainName,
  });
  return S3BucketOrigin.withOriginAccessControl(bucket);
}

/**
 * Parameters in the cache key are also forwarded to the origin
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/controlling-the-cache-key.html). CloudFront itself removes the
 * parameters of the signature.
 */
const createCachePolicy = (scope: Construct): CachePolicy =>
  new CachePolicy(scope, 'MediaCache', {
    comment: 'Caches media by path and by the file name of a download',
    minTtl: Duration.seconds(0),
    defaultTtl: cachedTime,
    maxTtl: cachedTime,
    cookieBehavior: CacheCookieBehavior.none(),
    headerBehavior: CacheHeaderBehavior.none(),
    queryStringBehavior: CacheQueryStringBehavior.allowList(dispositionParameter),
  });

/**
 * The browser loads media from the same web origin as the app. So no file may run as a page or a script. `nosniff` forbids scripts and
 * styles that have the type of a picture. The sandbox gives an opened file a separate origin without scripts.
 */
const createMediaHeaders = (scope: Construct): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'MediaHeaders', {
    comment: 'Vitrine: no media file can act as a page',
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox",
        override: true,
      },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      contentTypeOptions: { override: true },
      // If a user opens a file in a browser tab, the browser must not send the link of the file to another site.
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [{ header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override: true }],
    },
  });

/**
 * Publishes the settings of the links for the functions. The stack of the functions does not import the ids of the keys. Otherwise,
 * CloudFormation could not replace a key.
 */
export function publishMediaLinks(scope: Construct, name: string, links: { origin: string; keys: MediaDelivery['keys'] }): void {
  new StringParameter(scope, 'MediaLinksParameter', { parameterName: name, stringValue: Stack.of(scope).toJsonString(links) });
}

/** CDK warns that it does not change the policy of an imported bucket. This is correct, because the data stack contains the statement. */
export const acknowledgeMediaOrigin = (scope: Construct): void =>
  Validations.of(scope).acknowledge({
    id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
    reason:
      'CDK cannot change the policy of a bucket of another stack. The data stack itself contains the statement for this distribution.',
  });

const lineLength = 64;

const toPem = (publicKey: string): string =>
  ['-----BEGIN PUBLIC KEY-----', ...(publicKey.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []), '-----END PUBLIC KEY-----', ''].join(
    '\n',
  );

/**
 * Returns two public keys for templates that are not deployed. Their private keys do not exist any more. If such a template is deployed, no
 * link opens a file.
 */
export function unusablePublicKeys(): MediaPublicKeys {
  const newKey = (): string =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return [newKey(), newKey()];
}
