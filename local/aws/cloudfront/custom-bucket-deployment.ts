import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { Resource } from '../../template/assembly.ts';
import type { Cloud, ResourceType } from '../../template/resource-type.ts';
import { localSiteConfig } from './site-config.ts';

type DeploymentProperties = {
  SourceObjectKeys: string[];
  /** For each source: the placeholders in the files of the source, and their values. The values are known only during a deployment. */
  SourceMarkers?: Record<string, string>[];
  DestinationBucketName: string;
  DestinationBucketKeyPrefix?: string;
  SystemMetadata?: { 'cache-control'?: string };
  /** If true (the default), destination objects that no source contains are deleted. */
  Prune?: boolean;
  /** After the copy, the cache of this distribution is cleared for the `DistributionPaths` (by default `/*`). */
  DistributionId?: string;
  DistributionPaths?: string[];
  Include?: string[];
  Exclude?: string[];
};

const contentTypeByExtension: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
};

/** Copies the files of the site into the bucket of the site, in the same way as a deployment on AWS. */
export const customBucketDeployment: ResourceType = {
  type: 'Custom::CDKBucketDeployment',
  properties: {
    reads: [
      'SourceObjectKeys',
      'SourceMarkers',
      'DestinationBucketName',
      'DestinationBucketKeyPrefix',
      'SystemMetadata.cache-control',
      'Include',
      'Exclude',
      'Prune',
      'DistributionId',
      'DistributionPaths',
    ],
    allowedValues: { 'SourceMarkersConfig.jsonEscape': [true], RetainOnDelete: [true] },
    ignores: {
      ServiceToken: 'The local cloud copies the files itself.',
      SourceBucketNames: 'The files are read from the folder of the asset.',
      WaitForDistributionInvalidation: 'A local invalidation takes effect immediately.',
      OutputObjectKeys: 'Nothing reads this output.',
    },
  },
  attributes: { DestinationBucketArn: () => '' },
  async startAll(resources, cloud) {
    for (const resource of resources) await deploy(resource, cloud);
  },
};

async function deploy({ stack, properties }: Resource, cloud: Cloud): Promise<void> {
  const deployment = cloud.resolver.resolve<DeploymentProperties>(stack, properties);
  const deployedKeys = new Set<string>();
  for (const [index, objectKey] of deployment.SourceObjectKeys.entries()) {
    const directory = cloud.assembly.assets.get(objectKey.replace(/\.zip$/, ''));
    if (!directory) throw new Error(`There is no asset ${objectKey}`);
    for (const file of filesIn(directory).filter((name) => isIncluded(name, deployment))) {
      const key = (deployment.DestinationBucketKeyPrefix ?? '') + file;
      await cloud.objects.putObject(
        deployment.DestinationBucketName,
        key,
        readContent(join(directory, file), deployment.SourceMarkers?.[index], key, cloud),
        {
          contentType: contentTypeByExtension[extname(file)] ?? 'application/octet-stream',
          ...(deployment.SystemMetadata?.['cache-control'] && { cacheControl: deployment.SystemMetadata['cache-control'] }),
        },
      );
      deployedKeys.add(key);
    }
  }
  if (deployment.Prune ?? true) await removeOtherFiles(deployment, deployedKeys, cloud);
  if (deployment.DistributionId) await cloud.siteCache.invalidate(deployment.DistributionPaths ?? ['/*']);
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));

/** Applies Exclude first, then Include, as `aws s3 sync` does. */
function isIncluded(file: string, { Exclude = [], Include = [] }: DeploymentProperties): boolean {
  const matches = (patterns: string[]) => patterns.some((pattern) => matchesGlob(file, pattern));
  return !matches(Exclude) || matches(Include);
}

const matchesGlob = (file: string, pattern: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(file);

function readContent(path: string, markers: Record<string, string> | undefined, key: string, cloud: Cloud): Buffer {
  const content = readFileSync(path);
  if (!markers || Object.keys(markers).length === 0)
    return key === 'config.json' ? Buffer.from(localSiteConfig(content.toString(), cloud)) : content;
  const text = Object.entries(markers).reduce(
    (changed, [marker, value]) => changed.replaceAll(marker, () => escapeForJson(value)),
    content.toString(),
  );
  return Buffer.from(key === 'config.json' ? localSiteConfig(text, cloud) : text);
}

/** Escapes the value of a placeholder, because the placeholder can be inside a string of a JSON file. */
const escapeForJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** Deletes all files with the prefix that were not deployed, except excluded files, as `aws s3 sync --delete` does. */
async function removeOtherFiles(deployment: DeploymentProperties, deployedKeys: ReadonlySet<string>, { objects }: Cloud): Promise<void> {
  const { DestinationBucketName: bucket, DestinationBucketKeyPrefix: prefix = '' } = deployment;
  let lastKey: string | undefined;
  do {
    const page = await objects.listObjects(bucket, { prefix, ...(lastKey && { after: lastKey }) });
    for (const { key } of page.objects)
      if (!deployedKeys.has(key) && isIncluded(key.slice(prefix.length), deployment)) await objects.deleteObject(bucket, key);
    lastKey = page.next;
  } while (lastKey);
}
