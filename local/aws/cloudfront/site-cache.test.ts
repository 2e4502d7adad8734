/** Tests repeated deployments of a site with CloudFront's cache and the bucket policy. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import type { Resource } from '../../template/assembly.ts';
import type { Cloud } from '../../template/resource-type.ts';
import { openObjectStore } from '../s3/store.ts';
import { managedCachePolicies } from './cache-policy.ts';
import { customBucketDeployment } from './custom-bucket-deployment.ts';
import { createObjectCache } from './object-cache.ts';
import { siteReader } from './site-reader.ts';

const bucket = 'site';
const distribution = 'arn:aws:cloudfront::000000000000:distribution/Site';
const [cachingOptimized] = Object.values(managedCachePolicies);
const policy: Resource = {
  stack: 'web',
  id: 'Policy',
  type: 'AWS::S3::BucketPolicy',
  properties: {
    Bucket: bucket,
    PolicyDocument: {
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Action: ['s3:GetObject', 's3:ListBucket'],
          Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
          Condition: { StringEquals: { 'AWS:SourceArn': distribution } },
        },
      ],
    },
  },
  metadata: {},
};

let folder: ReturnType<typeof temporaryFolder>;
let nowMs: number;
let cloud: Cloud;

beforeEach(() => {
  folder = temporaryFolder('site');
  nowMs = Date.UTC(2026, 0, 1);
  cloud = {
    assembly: { resources: [policy], assets: new Map([['asset', join(folder.path, 'dist')]]), stacks: [], directory: '' },
    resolver: { resolve: (_: string, value: unknown) => value },
    objects: openObjectStore(join(folder.path, 's3')),
    siteCache: createObjectCache(() => nowMs),
  } as unknown as Cloud;
});
afterEach(() => folder.remove());

/** Replaces the files of the site, in the same way as a deployment with these properties. */
async function deploy(files: Record<string, string>, extraProperties: Record<string, unknown> = {}): Promise<void> {
  mkdirSync(join(folder.path, 'dist', 'locales'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, 'dist', name), content);
  const properties = {
    SourceObjectKeys: ['asset.zip'],
    DestinationBucketName: bucket,
    SystemMetadata: { 'cache-control': 'public, max-age=60, must-revalidate' },
    ...extraProperties,
  };
  await customBucketDeployment.startAll?.(
    [{ stack: 'web', id: 'Pages', type: customBucketDeployment.type, properties, metadata: {} }],
    cloud,
  );
}

async function readThroughCache(key: string, sourceArn: string | undefined = distribution): Promise<string> {
  const load = () => siteReader(cloud, bucket, sourceArn)(key);
  const { result } = await cloud.siteCache.read({ path: `/${key}`, policy: cachingOptimized!, errorSeconds: () => 0, load });
  if (result === undefined || result === 'denied') return String(result);
  let text = '';
  for await (const chunk of (await result.open()) as Readable) text += chunk;
  return text;
}

const invalidation = { DistributionId: 'Site', DistributionPaths: ['/*'] };

describe('after the files of the site are replaced', () => {
  beforeEach(async () => {
    await deploy({ 'index.html': 'old page', 'locales/de.json': 'old words' }, invalidation);
    expect([await readThroughCache('index.html'), await readThroughCache('locales/de.json')]).toEqual(['old page', 'old words']);
  });

  test('the invalidation of the deployment makes every new file visible immediately', async () => {
    await deploy({ 'index.html': 'new page', 'locales/de.json': 'new words' }, invalidation);
    expect([await readThroughCache('index.html'), await readThroughCache('locales/de.json')]).toEqual(['new page', 'new words']);
  });

  test('viewers get the old files until the cache expires, if there is no invalidation', async () => {
    await deploy({ 'index.html': 'new page', 'locales/de.json': 'new words' });
    nowMs += 59_999;
    expect([await readThroughCache('index.html'), await readThroughCache('locales/de.json')]).toEqual(['old page', 'old words']);
    nowMs += 1;
    expect([await readThroughCache('index.html'), await readThroughCache('locales/de.json')]).toEqual(['new page', 'new words']);
  });

  test('an invalidation of other paths does not update the page', async () => {
    await deploy({ 'index.html': 'new page', 'locales/de.json': 'new words' }, { ...invalidation, DistributionPaths: ['/locales/*'] });
    expect([await readThroughCache('index.html'), await readThroughCache('locales/de.json')]).toEqual(['old page', 'new words']);
  });
});

test('a deployment deletes files that it does not contain, unless Prune is false', async () => {
  await deploy({ 'index.html': 'page' });
  await cloud.objects.putObject(bucket, 'earlier.js', Buffer.from('1'));
  await deploy({ 'index.html': 'page' }, { Prune: false });
  expect(await readThroughCache('earlier.js')).toBe('1');
  await deploy({ 'index.html': 'page' }, invalidation);
  expect(await readThroughCache('earlier.js')).toBe('undefined');
});

test.each([
  ['that does not sign its requests', undefined],
  ['that the policy does not name', `${distribution}2`],
])('the bucket denies access to a distribution %s', async (_, sourceArn) => {
  await deploy({ 'index.html': 'page' });
  const result = await siteReader(cloud, bucket, sourceArn)('index.html');
  expect(result).toBe('denied');
});
