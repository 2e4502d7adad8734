/** The site: its files and CloudFront. CloudFront serves the files and the API, so that the page and its calls have the same origin. */
import { join } from 'node:path';
import { CfnOutput, Duration, RemovalPolicy, SecretValue, Stack, type StackProps, Stage, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { site } from '#shared/site.ts';
import { statusPath } from '#shared/status.ts';
import type { Artifacts } from '../artifacts.ts';
import { logDistribution } from '../constructs/distribution-logs.ts';
import { acknowledgeMediaOrigin, createMediaDelivery, type MediaPublicKeys, publishMediaLinks } from '../constructs/media-delivery.ts';
import { pageFunctionCode } from '../constructs/page-function.ts';
import { createSecurityHeaders } from '../constructs/security-headers.ts';
import { SiteDeployment } from '../constructs/site-deployment.ts';
import { prepareSite } from '../constructs/site-files.ts';
import { createSiteRecords } from '../constructs/site-records.ts';
import { createStatusBehavior } from '../constructs/status-behavior.ts';
import { viewerAddressCode } from '../constructs/viewer-address.ts';
import { edgeRegion, mediaLinksParameter, type Settings, siteBucketParameter, siteOriginParameter } from '../settings.ts';
import type { ApiStack } from './api-stack.ts';
import type { AuthStack } from './auth-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';

type WebStackProps = StackProps & {
  settings: Settings;
  artifacts: Artifacts;
  data: DataStack;
  auth: AuthStack;
  api: ApiStack;
  edge: EdgeStack;
  mediaPublicKeys: MediaPublicKeys;
  /** The version of the secret that CloudFront sends to the API. */
  originSecretVersion?: string | undefined;
};

/** This time-out is slightly longer than the time-out of the API (30 s), so that CloudFront always receives the response of the API. */
const apiTimeout = Duration.seconds(31);

export class WebStack extends Stack {
  readonly distribution: Distribution;

  constructor(
    scope: Construct,
    id: string,
    { settings, artifacts, data, auth, api, edge, mediaPublicKeys, originSecretVersion, ...props }: WebStackProps,
  ) {
    super(scope, id, { ...props, description: 'Vitrine: the site' });
    const { stage, region, domain } = settings;

    const bucket = this.createSiteBucket();
    const headers = createSecurityHeaders(this, 'Headers', {
      uploads: `https://${data.media.bucketRegionalDomainName}`,
      identity: `https://cognito-idp.${region}.amazonaws.com`,
      signIn: `https://${auth.signInDomain}`,
      ...(site.schedulingUrl && { scheduling: new URL(site.schedulingUrl).origin }),
      imageHost: settings.imageHost && 'https://api.cloudinary.com',
    });
    const files: BehaviorOptions = {
      // With the list permission, S3 responds 404 for a missing file. Without this permission, S3 responds 403.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, { originAccessLevels: [AccessLevel.READ, AccessLevel.LIST] }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers,
      compress: true,
    };
    const siteFiles = prepareSite(artifacts.site, join(Stage.of(this)?.outdir ?? '', 'site'), settings.siteOrigin);
    const deployment = new SiteDeployment(this, 'Site', { site: artifacts.site, files: siteFiles, bucket });
    const pageRequest = new EdgeFunction(this, 'PageRequest', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(pageFunctionCode(siteFiles.pagesFolder)),
      comment: 'Chooses the file of a page, in the language of the visitor',
    });
    // Visitors get the new pages only after all files of these pages are in the bucket.
    pageRequest.node.addDependency(...deployment.uploads);
    const viewerAddress = new EdgeFunction(this, 'ViewerAddress', {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(viewerAddressCode),
      comment: 'Adds the IP address of the caller to each API call',
    });

    const media = createMediaDelivery(this, data.media, mediaPublicKeys);

    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Vitrine ${stage}`,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: edge.webAcl.attrArn,
      defaultBehavior: { ...files, functionAssociations: [{ function: pageRequest, eventType: FunctionEventType.VIEWER_REQUEST }] },
      additionalBehaviors: {
        '/api/*': {
          origin: this.createApiOrigin(api, originSecretVersion),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          // The gateway selects its API by the Host header, so CloudFront must not forward the Host header of the viewer.
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: headers,
          functionAssociations: [{ function: viewerAddress, eventType: FunctionEventType.VIEWER_REQUEST }],
        },
        '/locales/*': files,
        [statusPath]: createStatusBehavior(this, bucket, files),
        ...media.behaviors,
      },
      // By default, CloudFront caches errors for ten seconds, even if caching is disabled.
      errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    acknowledgeDistribution(this.distribution);
    acknowledgeMediaOrigin(this.distribution);
    // In another region, the stack EdgeLogsStack creates the log.
    if (region === edgeRegion) logDistribution(this, { distribution: this.distribution, stage });
    if (domain?.hostedZone) createSiteRecords(this, this.distribution, { name: domain.name, zone: domain.hostedZone });

    const siteOrigin = settings.siteOrigin ?? `https://${this.distribution.distributionDomainName}`;
    new StringParameter(this, 'SiteOriginParameter', { parameterName: siteOriginParameter(stage), stringValue: siteOrigin });
    publishMediaLinks(this, mediaLinksParameter(stage), { origin: siteOrigin, keys: media.keys });
    new StringParameter(this, 'SiteBucketParameter', { parameterName: siteBucketParameter(stage), stringValue: bucket.bucketName });
    deployment.finish({
      distribution: this.distribution,
      config: {
        region,
        userPoolId: auth.userPool.userPoolId,
        userPoolClientId: auth.client.userPoolClientId,
        oauthDomain: auth.signInDomain,
        stage,
        demoEngine: false,
        ...(site.schedulingUrl && { schedulingUrl: site.schedulingUrl }),
      },
    });
    new CfnOutput(this, 'SiteOrigin', { value: siteOrigin });
    // The DNS record of a custom domain points to this name.
    new CfnOutput(this, 'DistributionName', { value: this.distribution.distributionDomainName });
  }

  private createSiteBucket(): Bucket {
    const bucket = new Bucket(this, 'SiteFiles', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      // A new build can replace the content of the bucket.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'The bucket contains only public files of the site, which a build can replace. It blocks public access, and only CloudFront reads it.',
    });
    return bucket;
  }

  private createApiOrigin({ api, originSecret }: ApiStack, versionId: string | undefined): HttpOrigin {
    return new HttpOrigin(`${api.apiId}.execute-api.${this.region}.amazonaws.com`, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      readTimeout: apiTimeout,
      // The value is a dynamic reference. The template contains only the name of the secret, and CloudFormation inserts the value. A new
      // version changes the template. Without such a change, CloudFormation would not read the secret again.
      customHeaders: {
        'x-origin-secret': SecretValue.secretsManager(originSecret.secretArn, { ...(versionId && { versionId }) }).unsafeUnwrap(),
      },
    });
  }
}

const errorStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

function acknowledgeDistribution(distribution: Distribution): void {
  const reasons = {
    'AwsSolutions-CFR1': 'The product is offered in 18 languages to sellers in all countries, so no country is blocked.',
    'AwsSolutions-CFR3':
      'These logs contain the query of each request, which is the proof of a webhook or the signature of a link to media. Instead, the API logs each call without its query, and the firewall logs each blocked request.',
    'AwsSolutions-CFR4':
      'Only an installation without a domain uses the certificate of CloudFront, for which AWS allows no other minimum. With a domain, the minimum is TLS 1.2.',
    'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
      'Without this permission, S3 responds 403 for a missing file. A visitor cannot list files: the default root object answers the request for the list, and CloudFront forwards no query.',
  };
  for (const [id, reason] of Object.entries(reasons)) Validations.of(distribution).acknowledge({ id, reason });
}
