import { createPublicKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { languageTags } from '#shared/languages.ts';
import { choosePageLanguage } from '#shared/page-language.ts';
import { statusMessage } from '#shared/status.ts';
import { defaultSynthesis, synthesize, synthesizeAgain, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { siteFolders, siteRootFiles } from '../constructs/page-function.ts';
import type { PageRequest } from '../edge/page-request.ts';

const { stacks, all: resourcesOf, one: onlyResource } = defaultSynthesis();
const { DistributionConfig: distribution } = toPlainValue(onlyResource('AWS::CloudFront::Distribution').Properties);
const behaviour = (pattern: string) =>
  distribution.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === pattern);
const origin = (id: string) => distribution.Origins.find(({ Id }: { Id: string }) => Id === id);

describe('the function that chooses the file of a page', () => {
  const code: string = onlyResource('AWS::CloudFront::Function', 'PageRequest').Properties.FunctionCode;
  const { handler } = vm.runInNewContext(`${code}; ({ handler })`) as { handler(event: { request: PageRequest }): PageRequest };
  const fileOf = (uri: string, parts: Partial<PageRequest> = {}) => handler({ request: { uri, ...parts } }).uri;
  const pages = /"(_pages\/[0-9a-f]{12})"/.exec(code)?.[1];
  const field = (value: string) => ({ value });

  test.each([
    ['/', 'en/home.html'],
    ['/pricing', 'en/pricing.html'],
    ['/pricing/', 'en/pricing.html'],
    ['/image-to-video', 'en/image-to-video.html'],
    ['/history', 'en/history.html'],
    ['/account', 'en/account.html'],
  ])('the page %s is the prerendered file %s', (uri, file) => {
    expect(fileOf(uri)).toBe(`/${pages}/${file}`);
  });

  test.each([
    ['/transactions', '/index.html'],
    ['/auth/callback', '/index.html'],
    ['/payment/success', '/index.html'],
    ['/nowhere', '/index.html'],
    ['/Pricing', '/index.html'],
    ['/v1.2/history', '/index.html'],
    ['/pricing.html', '/index.html'],
    ['/history/page.html', '/index.html'],
    ['/old/index.html', '/index.html'],
    ['/assets', '/index.html'],
    ['/_pages/en/home.html', '/index.html'],
    ['//', '/index.html'],
    ['/assets/a.js', '/assets/a.js'],
    ['/assets/missing', '/assets/missing'],
    ['/locales/de/common.json', '/locales/de/common.json'],
    ['/samples/missing.avif', '/samples/missing.avif'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
    ['/robots.txt', '/robots.txt'],
    ['/sitemap.xml', '/sitemap.xml'],
  ])('the path %s is served from %s', (uri, file) => {
    expect(fileOf(uri)).toBe(file);
  });

  test('the function uses the language of the URL first, then the cookie, then the browser language', () => {
    const headers = { 'accept-language': field('xx, fr;q=0.5, it;q=0.9') };
    const cookies = { lang: field('ko') };
    const languageOf = (parts: Partial<PageRequest>) => fileOf('/', parts).split('/').at(-2);
    expect(languageOf({ headers })).toBe('it');
    expect(languageOf({ headers, cookies })).toBe('ko');
    expect(languageOf({ headers, cookies, querystring: { lang: field('zh%2DTW') } })).toBe('zh-Hant-TW');
    expect(languageOf({ headers, cookies, querystring: { lang: { value: 'ja', multiValue: [field('de'), field('ja')] } } })).toBe('de');
    for (const lang of ['constructor', '__proto__', '%', ''])
      expect(languageOf({ headers, cookies, querystring: { lang: field(lang) } })).toBe('ko');
  });

  test('the function and the page choose the same language, for thousands of combinations', () => {
    const tags = [
      ...languageTags,
      'de-AT',
      'EN-us',
      'zh',
      'zh-TW',
      'zh-Hant-HK',
      'zh-CN',
      'tl-PH',
      'in',
      'pt-BR',
      'xx',
      'constructor',
      '__proto__',
      '',
    ];
    let count = 0;
    for (const address of tags)
      for (const stored of tags)
        for (const browser of tags) {
          const request = {
            uri: '/pricing',
            querystring: { lang: field(encodeURIComponent(address)) },
            cookies: { lang: field(stored) },
            headers: { 'accept-language': field(`${browser},es;q=0.1`) },
          };
          const language = choosePageLanguage(address, stored, [browser, 'es']);
          if (handler({ request }).uri !== `/${pages}/${language}/pricing.html`)
            throw new Error(JSON.stringify([address, stored, browser]));
          count += 1;
        }
    expect(count).toBeGreaterThan(20_000);
  });

  test('the code uses only what the runtime of CloudFront supports, and is smaller than the maximum size', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(10_240);
    // The check ignores string literals, because they may contain these words.
    const words = code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
    for (const forbidden of [
      ...[
        /\.\.\./,
        /\?\./,
        /\?\?/,
        /\bclass\b/,
        /\bfor \([^;)]* of /,
        /\bfunction\*/,
        /\byield\b/,
        /\bawait\b/,
        /\bimport\b/,
        /\bexport\b/,
      ],
      ...[/\bIntl\b/, /\bMap\b/, /\bSet\b/, /\bhasOwn\b/, /\bflatMap\b/, /\.at\(/, /\breplaceAll\b/, /\beval\b/, /\bnew Function\b/],
      /\b(?:var|let|const) [[{]/,
    ])
      expect(words).not.toMatch(forbidden);
    expect(words.match(/\bfunction handler\(event\)/g)).toHaveLength(1);
  });

  test('the lists of the function contain every file and folder of the site', () => {
    const sources = readdirSync('web/public', { withFileTypes: true });
    const names = (isFolder: boolean) => sources.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name);
    // The build adds scripts, texts, the page and the files for search engines. The deployment adds config.json.
    expect([...names(true), 'assets', 'locales'].sort()).toEqual(siteFolders);
    expect([...names(false), 'index.html', 'sitemap.xml', 'robots.txt', 'config.json'].sort()).toEqual(siteRootFiles);
  });

  test('the function handles only pages, so that missing paths in /api and /locales still return 404', () => {
    expect(distribution.DefaultCacheBehavior.FunctionAssociations).toEqual([
      { EventType: 'viewer-request', FunctionARN: expect.stringContaining('PageRequest') },
    ]);
    for (const pattern of ['/locales/*', '/status.json']) expect(behaviour(pattern).FunctionAssociations).toBeUndefined();
    expect(JSON.stringify(behaviour('/api/*').FunctionAssociations)).not.toContain('PageRequest');
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

  test('calls of the API are never cached, even if they return an error', () => {
    expect(api.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    for (const { ErrorCachingMinTTL } of distribution.CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(0);
    expect(distribution.CustomErrorResponses.map(({ ErrorCode }: { ErrorCode: number }) => ErrorCode)).toEqual(
      expect.arrayContaining([400, 403, 404, 500, 502, 503, 504]),
    );
  });

  test('calls of the API are forwarded with every header except Host and with any method, over HTTPS only', () => {
    expect(api.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac');
    expect(api.AllowedMethods).toContain('POST');
    expect(api.ViewerProtocolPolicy).toBe('https-only');
  });

  test('calls of the API contain the IP address of the caller, even if the caller sends another address', () => {
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

  test('calls of the API contain the origin secret, but the template contains only a reference to it', () => {
    expect(origin(api.TargetOriginId).OriginCustomHeaders).toEqual([
      {
        HeaderName: 'x-origin-secret',
        HeaderValue: expect.stringMatching(/^\{\{resolve:secretsmanager:<.*OriginSecret.*>:SecretString:::\}\}$/),
      },
    ]);
  });
});

test('a rotation changes the version of the origin secret, because otherwise CloudFormation would not read it again', () => {
  const version = '0f0e0d0c-0000-4000-8000-000000000000';
  const distribution = JSON.stringify(toPlainValue(synthesize({}, { originSecretVersion: version }).one('AWS::CloudFront::Distribution')));
  expect(distribution).toMatch(new RegExp(`\\{\\{resolve:secretsmanager:<[^{}]*OriginSecret[^{}]*>:SecretString:::${version}\\}\\}`));
});

describe('security headers', () => {
  const { ResponseHeadersPolicyConfig: policy } = toPlainValue(
    onlyResource('AWS::CloudFront::ResponseHeadersPolicy', 'Headers').Properties,
  );
  const csp: string = policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;

  test('security headers are added to every response of the site and of the API', () => {
    const withoutKeys = distribution.CacheBehaviors.filter(({ TrustedKeyGroups }: { TrustedKeyGroups?: unknown }) => !TrustedKeyGroups);
    expect(withoutKeys).toHaveLength(3);
    for (const { ResponseHeadersPolicyId } of [distribution.DefaultCacheBehavior, ...withoutKeys])
      expect(ResponseHeadersPolicyId).toBe(`<${onlyResource('AWS::CloudFront::ResponseHeadersPolicy', 'Headers').id}>`);
  });

  test.each([
    ['default-src', /^'self'$/],
    ['script-src', /^'self'$/],
    ['style-src', /^'self'$/],
    ['img-src', /^'self' blob: data:$/],
    ['media-src', /^'self' blob:$/],
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

  test('the security headers allow a configured image host only for uploads', () => {
    const withImageHost = synthesize({ imageHost: { cloudName: 'demo', uploadPreset: 'unsigned' } });
    const hostedCsp: string = toPlainValue(withImageHost.one('AWS::CloudFront::ResponseHeadersPolicy', 'Headers').Properties)
      .ResponseHeadersPolicyConfig.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;
    expect(csp).not.toContain('cloudinary');
    expect(hostedCsp.split('; ').filter((one) => one.includes('cloudinary'))).toEqual([
      expect.stringMatching(/^connect-src .* https:\/\/api\.cloudinary\.com$/),
    ]);
  });

  test('the security headers never allow inline code or eval', () => {
    expect(csp).not.toMatch(/unsafe|\*/);
  });

  test('the security headers include the other standard headers', () => {
    expect(policy.SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 730 * 86_400, IncludeSubdomains: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
    });
    const headers = new Map(
      policy.CustomHeadersConfig.Items.map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value] as const),
    );
    for (const name of ['Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy']) expect(headers.get(name)).toBe('same-origin');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'display-capture'])
      expect(headers.get('Permissions-Policy')).toContain(`${feature}=()`);
  });
});

describe('media', () => {
  const folders = ['uploads', 'ingested', 'iterations', 'results', 'product-photos', 'exports', 'archives', 'finished'];
  const mediaBehaviours = folders.map((folder) => behaviour(`/${folder}/*`));
  const keys = resourcesOf('AWS::CloudFront::PublicKey');
  const keyGroup = onlyResource('AWS::CloudFront::KeyGroup');

  test('in every folder to which the API returns links, media needs a signed link', () => {
    for (const one of mediaBehaviours) expect(one.TrustedKeyGroups).toEqual([`<${keyGroup.id}>`]);
    expect(behaviour('/originals/*')).toBeUndefined();
    expect(behaviour('/frames/*')).toBeUndefined();
  });

  test('two keys of ECDSA P-256 verify media links, so that the keys can be rotated', () => {
    expect(toPlainValue(keyGroup.Properties.KeyGroupConfig.Items).sort()).toEqual(keys.map(({ id }) => `<${id}>`).sort());
    expect(keys).toHaveLength(2);
    for (const { Properties } of keys)
      expect(createPublicKey(Properties.PublicKeyConfig.EncodedKey).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  });

  test('a different public key gets a different resource, because CloudFront cannot change a key', () => {
    const idsOf = (one: ReturnType<typeof synthesize>) => one.all('AWS::CloudFront::PublicKey').map(({ id }) => id);
    expect(idsOf(synthesizeAgain()).filter((id) => keys.some((key) => key.id === id))).toEqual([]);
    expect(synthesizeAgain().one('AWS::CloudFront::KeyGroup').id).toBe(keyGroup.id);
  });

  test('media is read with GET and HEAD only, over HTTPS only', () => {
    for (const one of mediaBehaviours)
      expect(one).toMatchObject({ AllowedMethods: ['GET', 'HEAD'], ViewerProtocolPolicy: 'https-only', Compress: false });
  });

  test('CloudFront reads media from the bucket with signed requests', () => {
    const { DomainName, OriginAccessControlId } = origin(mediaBehaviours[0].TargetOriginId);
    expect(DomainName).toMatch(/Media.*RegionalDomainName/);
    const controls = resourcesOf('AWS::CloudFront::OriginAccessControl').map(({ id, Properties }) => [`<${id}.Id>`, Properties] as const);
    expect(controls.find(([id]) => id === OriginAccessControlId)?.[1].OriginAccessControlConfig.SigningBehavior).toBe('always');
  });

  test('media is cached for at most an hour, by path and file name, and no other parameter reaches S3', () => {
    const { id, Properties } = onlyResource('AWS::CloudFront::CachePolicy', 'MediaCache');
    expect(Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 3600,
      MaxTTL: 3600,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['response-content-disposition'] },
      },
    });
    for (const one of mediaBehaviours) {
      expect(one.CachePolicyId).toBe(`<${id}>`);
      expect(one).not.toHaveProperty('OriginRequestPolicyId');
    }
  });

  test('media can never act as a page of the site: it has a sandbox without scripts, no guessed types, and no frames', () => {
    const { id, Properties } = onlyResource('AWS::CloudFront::ResponseHeadersPolicy', 'MediaHeaders');
    for (const one of mediaBehaviours) expect(one.ResponseHeadersPolicyId).toBe(`<${id}>`);
    const { SecurityHeadersConfig, CustomHeadersConfig } = Properties.ResponseHeadersPolicyConfig;
    const csp: string = SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy;
    expect(csp.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox', "frame-ancestors 'none'"]));
    expect(csp).not.toMatch(/unsafe|allow-|script-src/);
    expect(SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 730 * 86_400 },
    });
    expect(CustomHeadersConfig.Items).toEqual([{ Header: 'Cross-Origin-Resource-Policy', Value: 'same-origin', Override: true }]);
  });

  test('the functions read the origin and the ids of the keys from a parameter', () => {
    const { Name, Value } = toPlainValue(onlyResource('AWS::SSM::Parameter', 'MediaLinks').Properties);
    expect(Name).toBe('/vitrine/prod/media-links');
    const { origin: siteOrigin, keys: publishedKeys } = JSON.parse(Value);
    expect(siteOrigin).toMatch(/^https:\/\/<Distribution\w+\.DomainName>$/);
    expect(publishedKeys.map(({ id }: { id: string }) => id).sort()).toEqual(keys.map(({ id }) => `<${id}>`).sort());
    for (const { id, publicKey } of publishedKeys)
      expect(keys.find((key) => `<${key.id}>` === id)?.Properties.PublicKeyConfig.EncodedKey.replaceAll('\n', '')).toContain(publicKey);
  });
});

describe('the files of the site', () => {
  const deployments = resourcesOf('Custom::CDKBucketDeployment').map(({ Properties }) => toPlainValue(Properties));
  const deploymentTo = (prefix: string | undefined) => {
    const found = deployments.find(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === prefix);
    if (!found) throw new Error(`There is no deployment to ${prefix}`);
    return found;
  };
  const pagesPrefix = deployments.map(({ DestinationBucketKeyPrefix: prefix }) => prefix).find((prefix) => prefix?.startsWith('_pages/'));
  const dependenciesOf = (type: string, id: string): string[] =>
    (onlyResource(type, id) as unknown as { DependsOn?: string[] }).DependsOn ?? [];
  const uploads = ['SiteAssets', 'SiteSamples', 'SiteTexts', 'SitePages'].map((id) => onlyResource('Custom::CDKBucketDeployment', id).id);

  test('hashed files are cached for a year, samples for a day, and texts and root files for a minute', () => {
    expect(deploymentTo('assets/')).toMatchObject({ SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' } });
    expect(deploymentTo('samples/')).toMatchObject({ SystemMetadata: { 'cache-control': 'public, max-age=86400' } });
    expect(deploymentTo('locales/')).toMatchObject({ SystemMetadata: { 'cache-control': 'public, max-age=60, s-maxage=1' } });
    expect(deploymentTo(undefined)).toMatchObject({ SystemMetadata: { 'cache-control': 'public, max-age=60, must-revalidate' } });
  });

  test('a browser revalidates a prerendered page each time, because the page of a URL depends on the language', () => {
    expect(deploymentTo(pagesPrefix)).toMatchObject({
      SystemMetadata: { 'cache-control': 'public, max-age=0, s-maxage=86400, must-revalidate' },
    });
  });

  test('the pages of each build have a separate folder, and the function contains its name', () => {
    const code: string = onlyResource('AWS::CloudFront::Function', 'PageRequest').Properties.FunctionCode;
    expect(code).toContain(`"${pagesPrefix.replace(/\/$/, '')}"`);
  });

  test('hashed files and pages of earlier builds stay, because open pages of these builds still request them', () => {
    expect(deploymentTo('assets/')).toMatchObject({ Prune: false });
    expect(deploymentTo(pagesPrefix)).toMatchObject({ Prune: false, RetainOnDelete: true });
  });

  test('visitors get the new pages after all their files are in the bucket, and then the cache is cleared', () => {
    expect(dependenciesOf('Custom::CDKBucketDeployment', 'SitePages')).toEqual(expect.arrayContaining(uploads.slice(0, -1)));
    expect(dependenciesOf('AWS::CloudFront::Function', 'PageRequest')).toEqual(expect.arrayContaining(uploads));
    expect(dependenciesOf('Custom::CDKBucketDeployment', 'SiteRootFiles')).toEqual(expect.arrayContaining(uploads));
    // This deployment refers to the distribution, and the distribution refers to the function. So this deployment runs last.
    expect(deploymentTo(undefined)).toMatchObject({ DistributionId: expect.stringContaining('Distribution'), DistributionPaths: ['/*'] });
    for (const prefix of ['assets/', 'samples/', 'locales/', pagesPrefix])
      expect(deploymentTo(prefix)).not.toHaveProperty('DistributionId');
  });

  test('the resources of the site have no circular dependency', () => {
    const resources = new Map(
      stacks.find(({ name }) => name.endsWith('-web'))?.resources.map((resource) => [resource.id, JSON.stringify(resource)]),
    );
    const needs = (id: string): string[] =>
      [...resources.keys()].filter((other) => other !== id && resources.get(id)?.includes(`"${other}"`));
    const visited = new Set<string>();
    const visit = (id: string, path: readonly string[]): void => {
      expect(path, `a cycle: ${[...path, id].join(' → ')}`).not.toContain(id);
      if (visited.has(id)) return;
      for (const other of needs(id)) visit(other, [...path, id]);
      visited.add(id);
    };
    for (const id of resources.keys()) visit(id, []);
  });
});

describe('the notice about an outage', () => {
  const status = behaviour('/status.json');

  test('no deployment writes or removes the file of the notice', () => {
    const deployments = resourcesOf('Custom::CDKBucketDeployment').map(({ Properties }) => toPlainValue(Properties));
    const atRoot = deployments.filter(({ DestinationBucketKeyPrefix }) => DestinationBucketKeyPrefix === undefined);
    expect(atRoot).toHaveLength(1);
    expect(atRoot[0].Exclude).toEqual(['assets/*', 'samples/*', 'locales/*', '_pages/*', 'status.json']);
  });

  test('CloudFront keeps the file of the notice for at most 30 seconds, even if it has no Cache-Control', () => {
    const { CachePolicyConfig } = onlyResource('AWS::CloudFront::CachePolicy', 'StatusCache').Properties;
    expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 30, MaxTTL: 30 });
    expect(status.CachePolicyId).toBe(`<${onlyResource('AWS::CloudFront::CachePolicy', 'StatusCache').id}>`);
  });

  test('if there is no notice, CloudFront sends the empty notice file of the site', () => {
    const [group] = distribution.OriginGroups.Items;
    expect(status.TargetOriginId).toBe(group.Id);
    expect(group.FailoverCriteria.StatusCodes.Items).toEqual([404]);
    const [primary, fallback] = group.Members.Items.map(({ OriginId }: { OriginId: string }) => origin(OriginId));
    expect(primary.OriginPath).toBeUndefined();
    expect(fallback.OriginPath).toBe('/no-outage');
    expect(statusMessage(JSON.parse(readFileSync('web/public/no-outage/status.json', 'utf8')))).toBeUndefined();
  });

  test('the template outputs the name of the bucket, so that the commands of operators can find it', () => {
    expect(toPlainValue(onlyResource('AWS::SSM::Parameter', 'SiteBucket').Properties)).toMatchObject({
      Name: '/vitrine/prod/site-bucket',
      Value: expect.stringContaining('SiteFiles'),
    });
  });
});

test('the site is behind the firewall, which accepts a batch of long prompts with any content', () => {
  expect(distribution.WebACLId).toContain('WebAcl');
  const { Rules } = onlyResource('AWS::WAFv2::WebACL').Properties;
  const common = Rules.find(({ Name }: { Name: string }) => Name === 'aws-common').Statement.ManagedRuleGroupStatement;
  const countedRules = ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'];
  expect(common.RuleActionOverrides).toEqual(countedRules.map((Name) => ({ Name, ActionToUse: { Count: {} } })));
});

describe('the firewall', () => {
  const { Rules, VisibilityConfig } = onlyResource('AWS::WAFv2::WebACL').Properties;
  const ruleOf = (name: string) => Rules.find(({ Name }: { Name: string }) => Name === name);

  test('the firewall does not count the messages of vendors for the limit per address', () => {
    const { ScopeDownStatement } = ruleOf('rate-by-address').Statement.RateBasedStatement;
    const { Statements } = ScopeDownStatement.NotStatement.Statement.OrStatement;
    const paths = Statements.slice(0, 2).map(({ ByteMatchStatement: match }: { ByteMatchStatement: Record<string, unknown> }) => [
      match.PositionalConstraint,
      match.SearchString,
    ]);
    expect(paths).toEqual([
      ['EXACTLY', '/api/stripe/webhook'],
      ['EXACTLY', '/api/fal/webhook'],
    ]);
    expect(Statements).toHaveLength(3);
  });

  test('the firewall does not check links to media, but checks every path that leaves the folders of media', () => {
    const exceptions = [
      ruleOf('rate-by-address').Statement.RateBasedStatement.ScopeDownStatement.NotStatement.Statement.OrStatement.Statements[2],
      ruleOf('aws-common').Statement.ManagedRuleGroupStatement.ScopeDownStatement.NotStatement.Statement,
    ];
    for (const { AndStatement } of exceptions) {
      const matches = AndStatement.Statements.map(({ RegexMatchStatement: match }: { RegexMatchStatement: Record<string, unknown> }) => [
        match.RegexString,
        (match.TextTransformations as { Type: string }[]).map(({ Type }) => Type),
      ]);
      expect(matches).toEqual([
        ['^/(uploads|ingested|iterations|results|product-photos|exports|archives|finished)/', ['NONE']],
        ['^/(uploads|ingested|iterations|results|product-photos|exports|archives|finished)/', ['URL_DECODE', 'NORMALIZE_PATH']],
      ]);
    }
  });

  test.each(['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'])(
    'the firewall blocks by the rule group %s',
    (name) => {
      const rule = Rules.find(
        ({ Statement }: { Statement: Record<string, { Name?: string }> }) => Statement.ManagedRuleGroupStatement?.Name === name,
      );
      expect(rule).toMatchObject({ OverrideAction: { None: {} } });
    },
  );

  test('the firewall has rules with different priorities, and a separate metric for each stage', () => {
    expect(new Set(Rules.map(({ Priority }: { Priority: number }) => Priority)).size).toBe(Rules.length);
    expect(VisibilityConfig.MetricName).toBe('vitrine-prod');
    const { VisibilityConfig: other } = synthesize({ stage: 'test' }).one('AWS::WAFv2::WebACL').Properties;
    expect(other.MetricName).toBe('vitrine-test');
  });

  test('the firewall logs blocked requests without tokens and queries', () => {
    const { LoggingFilter, RedactedFields, LogDestinationConfigs } = toPlainValue(
      onlyResource('AWS::WAFv2::LoggingConfiguration').Properties,
    );
    expect(LoggingFilter).toMatchObject({ DefaultBehavior: 'DROP', Filters: [{ Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }] });
    expect(RedactedFields).toEqual([
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
      { QueryString: {} },
    ]);
    expect(LogDestinationConfigs).toHaveLength(1);
    expect(LogDestinationConfigs[0]).not.toMatch(/:\*$/);
    expect(onlyResource('AWS::Logs::LogGroup', 'FirewallLogs').Properties.LogGroupName).toMatch(/^aws-waf-logs-/);
  });
});

test('each request to the site is logged without its query, its cookies and its headers', () => {
  const fields = toPlainValue(onlyResource('AWS::Logs::Delivery').Properties).RecordFields;
  expect(toPlainValue(onlyResource('AWS::Logs::DeliverySource').Properties).ResourceArn).toMatch(/distribution\/<Distribution/);
  expect(fields).toEqual(expect.arrayContaining(['date', 'time', 'c-ip', 'cs-method', 'cs-uri-stem', 'sc-status']));
  expect(fields.filter((field: string) => /query|cookie|referer|\(/i.test(field))).toEqual([]);
  expect(toPlainValue(onlyResource('AWS::Logs::DeliveryDestination').Properties).DestinationResourceArn).not.toMatch(/:\*$/);
});

test('outside of us-east-1, a separate stack in us-east-1 logs the requests', () => {
  const { stacks } = synthesize({ stage: 'test', region: 'eu-central-1' });
  const typesIn = (name: string) => stacks.find((stack) => stack.name === name)?.resources.map(({ Type }) => Type) ?? [];
  expect(typesIn('vitrine-test-web')).not.toContain('AWS::Logs::Delivery');
  expect(typesIn('vitrine-test-edge-logs')).toContain('AWS::Logs::Delivery');
});

describe('the site’s URL, for the functions', () => {
  const siteOriginWith = (settings: Parameters<typeof synthesize>[0]) =>
    toPlainValue(synthesize(settings).one('AWS::SSM::Parameter', 'SiteOrigin').Properties);

  test('the site’s URL for the functions is the CloudFront URL by default', () => {
    expect(siteOriginWith({})).toMatchObject({
      Name: '/vitrine/prod/site-origin',
      Value: expect.stringMatching(/^https:\/\/<Distribution\w+\.DomainName>$/),
    });
  });

  test('the site’s URL for the functions is the custom domain if a domain is configured', () => {
    const domain = { name: 'vitrine.example', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
    expect(siteOriginWith({ stage: 'test', domain })).toMatchObject({
      Name: '/vitrine/test/site-origin',
      Value: 'https://vitrine.example',
    });
  });
});

describe('the DNS records of a custom domain', () => {
  const domain = { name: 'shop.vitrine.example', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };

  test('the DNS records are created in the zone of the domain, for IPv4 and IPv6', () => {
    const records = synthesize({ domain: { ...domain, hostedZone: { id: 'Z123', name: 'vitrine.example' } } }).all(
      'AWS::Route53::RecordSet',
    );
    expect(records.map(({ Properties: { Name, Type, HostedZoneId } }) => [Name, Type, HostedZoneId])).toEqual([
      ['shop.vitrine.example.', 'A', 'Z123'],
      ['shop.vitrine.example.', 'AAAA', 'Z123'],
    ]);
    for (const { Properties } of records) expect(toPlainValue(Properties.AliasTarget.DNSName)).toMatch(/^<Distribution\w+\.DomainName>$/);
  });

  test('the DNS records are not created if the zone is not in Route 53', () => {
    expect(synthesize({ domain }).all('AWS::Route53::RecordSet')).toEqual([]);
  });
});
