import { readdirSync } from 'node:fs';
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { siteFolders, siteRootFiles } from '../constructs/spa-rewrite.ts';

const { all: resourcesOf, one: onlyResource } = synthesize();
const { DistributionConfig: distribution } = toPlainValue(onlyResource('AWS::CloudFront::Distribution').Properties);
const behaviour = (pattern: string) =>
  distribution.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === pattern);
const origin = (id: string) => distribution.Origins.find(({ Id }: { Id: string }) => Id === id);

describe('the rewrite of page paths', () => {
  const { handler } = vm.runInNewContext(
    `${onlyResource('AWS::CloudFront::Function', 'SpaRewrite').Properties.FunctionCode}; ({ handler })`,
  ) as {
    handler(event: unknown): { uri: string };
  };

  test.each([
    ['/', '/index.html'],
    ['/history', '/index.html'],
    ['/history/', '/index.html'],
    ['/auth/callback', '/index.html'],
    ['/v1.2/history', '/index.html'],
    ['/v1.2', '/index.html'],
    ['/pricing.html', '/index.html'],
    ['/history/page.html', '/index.html'],
    ['/old/index.html', '/index.html'],
    ['/assets', '/index.html'],
    ['/assets/a.js', '/assets/a.js'],
    ['/assets/missing', '/assets/missing'],
    ['/locales/de/common.json', '/locales/de/common.json'],
    ['/samples/missing.avif', '/samples/missing.avif'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
    ['/robots.txt', '/robots.txt'],
  ])('the path %s is served from %s', (uri, file) => {
    expect(handler({ request: { uri } }).uri).toBe(file);
  });

  test('the rewrite has a list of every file and folder of the site', () => {
    const sources = readdirSync('web/public', { withFileTypes: true });
    const names = (isFolder: boolean) => sources.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name);
    // The build adds scripts, texts and the page. The deployment adds config.json.
    expect([...names(true), 'assets', 'locales'].sort()).toEqual(siteFolders);
    expect([...names(false), 'index.html', 'config.json'].sort()).toEqual(siteRootFiles);
  });

  test('the rewrite applies only to pages, so that missing paths in /api and /locales still return 404', () => {
    expect(distribution.DefaultCacheBehavior.FunctionAssociations).toHaveLength(1);
    expect(behaviour('/locales/*').FunctionAssociations).toBeUndefined();
    expect(JSON.stringify(behaviour('/api/*').FunctionAssociations)).not.toContain('SpaRewrite');
    for (const response of distribution.CustomErrorResponses) expect(response).not.toHaveProperty('ResponsePagePath');
  });

  test('CloudFront may list the bucket, so that S3 responds 404 for a missing file', () => {
    const policy = resourcesOf('AWS::S3::BucketPolicy').find(({ id }) => id.startsWith('SiteFiles'));
    const statements = policy?.Properties.PolicyDocument.Statement.filter(
      ({ Principal }: { Principal: { Service?: string } }) => Principal.Service === 'cloudfront.amazonaws.com',
    );
    expect(statements.flatMap(({ Action }: { Action: string[] }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
    for (const { Condition } of statements) expect(Condition).toHaveProperty(['StringEquals', 'AWS:SourceArn']);
  });
});

describe('calls of the API', () => {
  const api = behaviour('/api/*');

  test('are never cached, even if they return an error', () => {
    expect(api.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    for (const { ErrorCachingMinTTL } of distribution.CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(0);
    expect(distribution.CustomErrorResponses.map(({ ErrorCode }: { ErrorCode: number }) => ErrorCode)).toEqual(
      expect.arrayContaining([400, 403, 404, 500, 502, 503, 504]),
    );
  });

  test('are forwarded with every header except Host and with any method, over HTTPS only', () => {
    expect(api.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    expect(api.AllowedMethods).toContain('POST');
    expect(api.ViewerProtocolPolicy).toBe('https-only');
  });

  test('carry the IP address of the caller, even if the caller sends another address', () => {
    const { handler } = vm.runInNewContext(
      `${onlyResource('AWS::CloudFront::Function', 'ViewerAddress').Properties.FunctionCode}; ({ handler })`,
    );
    const headers = { accept: { value: '*/*' }, 'x-viewer-address': { value: '198.51.100.1' } };
    expect(handler({ viewer: { ip: '203.0.113.9' }, request: { uri: '/api/profile', headers } })).toEqual({
      uri: '/api/profile',
      headers: { accept: { value: '*/*' }, 'x-viewer-address': { value: '203.0.113.9' } },
    });
    expect(api.FunctionAssociations).toEqual([{ EventType: 'viewer-request', FunctionARN: expect.stringContaining('ViewerAddress') }]);
  });

  test('carry the origin secret, which the template contains only as a reference', () => {
    expect(origin(api.TargetOriginId).OriginCustomHeaders).toEqual([
      {
        HeaderName: 'x-origin-secret',
        HeaderValue: expect.stringMatching(/^\{\{resolve:secretsmanager:<.*OriginSecret.*>:SecretString:::\}\}$/),
      },
    ]);
  });
});

describe('security headers', () => {
  const { ResponseHeadersPolicyConfig: policy } = toPlainValue(onlyResource('AWS::CloudFront::ResponseHeadersPolicy').Properties);
  const csp: string = policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;

  test('are added to every response', () => {
    for (const { ResponseHeadersPolicyId } of [distribution.DefaultCacheBehavior, ...distribution.CacheBehaviors])
      expect(ResponseHeadersPolicyId).toBe(`<${onlyResource('AWS::CloudFront::ResponseHeadersPolicy').id}>`);
  });

  test.each([
    ['default-src', /^'self'$/],
    ['script-src', /^'self'$/],
    ['style-src', /^'self'$/],
    ['img-src', /^'self' blob: data: https:\/\/<.*Media.*RegionalDomainName.*>$/],
    ['media-src', /^'self' blob: https:\/\/<.*Media.*RegionalDomainName.*>$/],
    [
      'connect-src',
      /^'self' https:\/\/<.*Media.*> https:\/\/cognito-idp\.us-east-1\.amazonaws\.com https:\/\/vitrine-prod-<AWS::AccountId>\.auth\.us-east-1\.amazoncognito\.com$/,
    ],
    ['form-action', /^'self' https:\/\/vitrine-prod-<AWS::AccountId>\.auth\.us-east-1\.amazoncognito\.com$/],
    ['frame-ancestors', /^'none'$/],
    ['base-uri', /^'self'$/],
    ['object-src', /^'none'$/],
    ['require-trusted-types-for', /^'script'$/],
    ['trusted-types', /^vitrine-worker$/],
  ])('the content security policy contains %s with only the needed sources', (directive, sources) => {
    const line = csp.split('; ').find((one) => one.startsWith(`${directive} `));
    expect(line?.slice(directive.length + 1)).toMatch(sources);
  });

  test('allow a configured image host only for uploads', () => {
    const withImageHost = synthesize({ context: { cloudinaryCloudName: 'demo', cloudinaryUploadPreset: 'unsigned' } });
    const hostedCsp: string = toPlainValue(withImageHost.one('AWS::CloudFront::ResponseHeadersPolicy').Properties)
      .ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;
    expect(csp).not.toContain('cloudinary');
    expect(hostedCsp.split('; ').filter((one) => one.includes('cloudinary'))).toEqual([
      expect.stringMatching(/^connect-src .* https:\/\/api\.cloudinary\.com$/),
    ]);
  });

  test('never allow inline code or eval', () => {
    expect(csp).not.toMatch(/unsafe|\*/);
  });

  test('include the other standard headers', () => {
    expect(policy.SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 730 * 86_400, IncludeSubdomains: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
    });
  });
});

describe('the files of the site', () => {
  const deployments = resourcesOf('Custom::CDKBucketDeployment').map(({ Properties }) => toPlainValue(Properties));
  const assets = deployments.find(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === 'assets/');
  const samples = deployments.find(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === 'samples/');
  const pages = deployments.find(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === undefined);

  test('are cached for a year if they are hashed, samples for a day, and other files for a minute', () => {
    expect(assets).toMatchObject({ Prune: false, SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' } });
    expect(samples).toMatchObject({ SystemMetadata: { 'cache-control': 'public, max-age=86400' } });
    expect(pages).toMatchObject({
      Exclude: ['assets/*', 'samples/*'],
      SystemMetadata: { 'cache-control': 'public, max-age=60, must-revalidate' },
    });
  });

  test('are deployed in the correct order: the page after the files that it uses, followed by an invalidation of the old page', () => {
    expect(onlyResource('Custom::CDKBucketDeployment', 'SitePages')).toHaveProperty(
      'DependsOn',
      expect.arrayContaining([expect.stringContaining('SiteAssetsCustomResource'), expect.stringContaining('SiteSamplesCustomResource')]),
    );
    expect(pages.DistributionPaths).toEqual(['/*']);
  });
});

test('the site is behind the firewall, which accepts a batch of long prompts with any content', () => {
  expect(distribution.WebACLId).toContain('WebAcl');
  const { Rules } = onlyResource('AWS::WAFv2::WebACL').Properties;
  const common = Rules.find(({ Name }: { Name: string }) => Name === 'aws-common').Statement.ManagedRuleGroupStatement;
  const countedRules = ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'];
  expect(common.RuleActionOverrides).toEqual(countedRules.map((Name) => ({ Name, ActionToUse: { Count: {} } })));
});

describe('the site’s URL, for the functions', () => {
  const siteOriginWith = (options: Parameters<typeof synthesize>[0]) =>
    toPlainValue(synthesize(options).one('AWS::SSM::Parameter', 'SiteOrigin').Properties);

  test('is the CloudFront URL by default', () => {
    expect(siteOriginWith({})).toMatchObject({
      Name: '/vitrine/prod/site-origin',
      Value: expect.stringMatching(/^https:\/\/<Distribution\w+\.DomainName>$/),
    });
  });

  test('is the custom domain if a domain is configured', () => {
    const context = { stage: 'test', domainName: 'vitrine.example', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
    expect(siteOriginWith({ context })).toMatchObject({ Name: '/vitrine/test/site-origin', Value: 'https://vitrine.example' });
  });
});
