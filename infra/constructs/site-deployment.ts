/**
 * Copies the built site to its bucket in an order that never mixes two builds: an old page never gets new files, and a new page never gets
 * old files.
 *
 * 1. The scripts and styles are copied first. Their names contain a hash, so files of earlier builds stay.
 * 2. The prerendered pages are copied next. Each build has a separate folder for them.
 * 3. The CloudFront Function then serves the new folder. This step changes all pages at once.
 * 4. The files at the root of the site are copied last, and the cache of CloudFront is cleared.
 */
import { join } from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, type BucketDeploymentProps, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';
import { statusPath } from '#shared/status.ts';
import { pagesFolder, type SiteFiles } from './site-files.ts';

/** The same type as `SiteConfig` in web/src/lib/config.ts. */
type SiteConfig = {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  oauthDomain: string;
  stage: string;
  demoEngine: boolean;
};

/** Memory of the function that copies the files. The default of 128 MB is not enough for the sample clips. */
const copyMemoryMb = 512;
const rootFileAge = Duration.minutes(1);
/** How long browsers cache the samples. A replaced sample keeps its name, so browsers can show the old sample for this time. */
const samplesAge = Duration.days(1);
const edgeAge = Duration.days(1);

type Props = { site: string; files: SiteFiles; bucket: IBucket };

export class SiteDeployment extends Construct {
  private readonly common: Pick<BucketDeploymentProps, 'destinationBucket' | 'memoryLimit' | 'logGroup'>;
  private readonly files: SiteFiles;
  /** The files that must be in the bucket before visitors get the new pages. */
  readonly uploads: readonly BucketDeployment[];

  constructor(scope: Construct, id: string, { site, files, bucket }: Props) {
    super(scope, id);
    // CDK removes the file of `jsonData` after the copy, so staging must be enabled for this construct, even for the local cloud (app.ts).
    this.node.setContext(DISABLE_ASSET_STAGING_CONTEXT, false);
    this.files = files;
    this.common = {
      destinationBucket: bucket,
      memoryLimit: copyMemoryMb,
      logGroup: new LogGroup(this, 'Logs', { retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY }),
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...this.common,
      sources: [Source.asset(join(site, 'assets'))],
      destinationKeyPrefix: 'assets/',
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
      // Old files are not removed, because pages that were opened before this deployment still request the files of their build.
      prune: false,
    });
    const samples = new BucketDeployment(this, 'Samples', {
      ...this.common,
      sources: [Source.asset(join(site, 'samples'))],
      destinationKeyPrefix: 'samples/',
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(samplesAge)],
    });
    const texts = new BucketDeployment(this, 'Texts', {
      ...this.common,
      sources: [Source.asset(join(site, 'locales'))],
      destinationKeyPrefix: 'locales/',
      // CloudFront checks for new texts every second, because the new pages need the new texts immediately.
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(rootFileAge), CacheControl.sMaxAge(Duration.seconds(1))],
    });
    const pages = new BucketDeployment(this, 'Pages', {
      ...this.common,
      sources: [Source.asset(files.pages)],
      destinationKeyPrefix: `${files.pagesFolder}/`,
      // The same URL has a different page for each language, so the browser must revalidate the page each time.
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.seconds(0)),
        CacheControl.sMaxAge(edgeAge),
        CacheControl.mustRevalidate(),
      ],
      // The pages of earlier builds stay, because the function still serves them while the new pages are copied.
      prune: false,
      retainOnDelete: true,
    });
    pages.node.addDependency(assets, samples, texts);
    this.uploads = [assets, samples, texts, pages];
  }

  /** Copies the files at the root of the site, and clears the cache. */
  finish({ config, distribution }: { config: SiteConfig; distribution: IDistribution }): void {
    const rootFiles = new BucketDeployment(this, 'RootFiles', {
      ...this.common,
      sources: [Source.asset(this.files.rootFiles), Source.jsonData('config.json', config)],
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(rootFileAge), CacheControl.mustRevalidate()],
      // Operators write the status file. No deployment may overwrite or remove this file.
      exclude: ['assets/*', 'samples/*', 'locales/*', `${pagesFolder}/*`, statusPath.slice(1)],
      distribution,
      distributionPaths: ['/*'],
    });
    rootFiles.node.addDependency(...this.uploads);
    acknowledgeCopier(rootFiles);
  }
}

/** Acknowledges the findings about the function that copies the files. CDK creates one such function for all deployments. */
function acknowledgeCopier({ handlerRole }: BucketDeployment): void {
  const copier = handlerRole.node.scope;
  if (!copier) throw new Error('Cannot find the function of CDK that copies the site');
  Validations.of(copier).acknowledge({
    id: 'AwsSolutions-L1',
    reason: 'CDK chooses and tests the runtime of its own function, which runs only during a deployment.',
  });
}
