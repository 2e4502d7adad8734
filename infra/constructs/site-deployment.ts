/** Copies the built site to its bucket. Browsers cache hashed files for one year, samples for a day, and all other files for a minute. */
import { join } from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';

/** The same type as `SiteConfig` in web/src/lib/config.ts. */
type SiteConfig = {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  oauthDomain: string;
  stage: string;
  demoEngine: boolean;
};

export type SiteDeploymentProps = { site: string; config: SiteConfig; bucket: IBucket; distribution: IDistribution };

/** Memory of the function that copies the files. The sample clips need more than the default 128 MB. */
const copyMemoryMb = 512;
const pageAge = Duration.minutes(1);
/** A replaced sample has the same name as before, but samples are rarely replaced. */
const samplesAge = Duration.days(1);

export class SiteDeployment extends Construct {
  constructor(scope: Construct, id: string, { site, config, bucket, distribution }: SiteDeploymentProps) {
    super(scope, id);
    // CDK removes the file of `jsonData` after the copy, so staging must be enabled for this construct, even for the local cloud (app.ts).
    this.node.setContext(DISABLE_ASSET_STAGING_CONTEXT, false);
    const common = {
      destinationBucket: bucket,
      memoryLimit: copyMemoryMb,
      logGroup: new LogGroup(this, 'Logs', { retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY }),
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [Source.asset(join(site, 'assets'))],
      destinationKeyPrefix: 'assets/',
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
      // Old files are not removed, because pages that were opened before this deployment still request the files of their build.
      prune: false,
    });
    const samples = new BucketDeployment(this, 'Samples', {
      ...common,
      sources: [Source.asset(join(site, 'samples'))],
      destinationKeyPrefix: 'samples/',
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(samplesAge)],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [Source.asset(site, { exclude: ['assets', 'samples'] }), Source.jsonData('config.json', config)],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(pageAge), CacheControl.mustRevalidate()],
      exclude: ['assets/*', 'samples/*'],
      distribution,
      distributionPaths: ['/*'],
    });
    // The files must be available before the page that refers to them.
    pages.node.addDependency(assets, samples);
    acknowledgeCopier(pages);
  }
}

/** Acknowledges the findings of CDK's function that copies the files. All deployments share this function. */
function acknowledgeCopier({ handlerRole }: BucketDeployment): void {
  const copier = handlerRole.node.scope;
  if (!copier) throw new Error('CDK has moved the function that copies the site');
  Validations.of(copier).acknowledge({ id: 'AwsSolutions-L1', reason: 'CDK’s own function runs on what CDK chose for it.' });
}
