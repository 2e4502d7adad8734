import { generateKeyPairSync, sign } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { BehaviorProperties, DistributionProperties } from './distribution.ts';
import { type FrontServer, startFrontServer } from './front-server.ts';
import { createLocalDistribution } from './local-distribution.ts';
import { createObjectCache, type OriginObject } from './object-cache.ts';
import { type RawResponse, rawRequest } from './raw-request.ts';
import type { ResponseHeadersPolicyConfig } from './response-headers.ts';
import type { SiteObject } from './site-objects.ts';

const ALL_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'];
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_VIEWER = '216adef6-5c7f-47e4-b989-5492eafa07d3';

const script = 'console.log(1);'.repeat(200);
const files: Record<string, [contentType: string, content: string, cacheControl?: string]> = {
  'index.html': ['text/html; charset=utf-8', '<h1>Vitrine</h1>', 'no-cache'],
  'assets/app.js': ['text/javascript', script, 'public, max-age=31536000, immutable'],
  'samples/clip.mp4': ['video/mp4', '0123456789'.repeat(200)],
  'a b.txt': ['text/plain', 'spaced'],
  'locales/de/common.json': ['application/json', '{}'],
};

const site: BehaviorProperties = {
  TargetOriginId: 'site',
  CachePolicyId: CACHING_OPTIMIZED,
  Compress: true,
  ResponseHeadersPolicyId: 'policy',
  FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'arn:spa' }],
};
const api = {
  PathPattern: '/api/*',
  TargetOriginId: 'api',
  CachePolicyId: CACHING_DISABLED,
  AllowedMethods: ALL_METHODS,
  OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
};
const distribution: DistributionProperties = {
  Origins: [
    { Id: 'site', DomainName: 'site.s3.amazonaws.com' },
    {
      Id: 'api',
      DomainName: 'abc.execute-api.us-east-1.amazonaws.com',
      OriginCustomHeaders: [{ HeaderName: 'X-Origin-Secret', HeaderValue: 's3cret' }],
    },
  ],
  DefaultCacheBehavior: site,
  CacheBehaviors: [
    { ...api, ResponseHeadersPolicyId: 'policy' },
    { PathPattern: '/locales/*', TargetOriginId: 'site', CachePolicyId: CACHING_OPTIMIZED, Compress: true },
  ],
  DefaultRootObject: 'index.html',
};
const mediaKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const namedCachePolicy = {
  MinTTL: 0,
  DefaultTTL: 3600,
  MaxTTL: 3600,
  ParametersInCacheKeyAndForwardedToOrigin: {
    QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['response-content-disposition'] },
  },
};
const functions = {
  'arn:spa': `function handler(event) {
    var request = event.request;
    if (request.uri === '/old') return { statusCode: 301, statusDescription: 'Moved', headers: { location: { value: '/new' } }, body: 'moved' };
    if (request.uri === '/broken') throw new Error('oops');
    if (request.uri.indexOf('.') < 0) request.uri = '/index.html';
    return request;
  }`,
  'arn:query': `function handler(event) {
    var request = event.request;
    if (request.querystring.drop) { delete request.querystring.drop; request.headers['x-dropped'] = { value: 'yes' }; }
    return request;
  }`,
};
const policy: ResponseHeadersPolicyConfig = {
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'self'", Override: true },
    FrameOptions: { FrameOption: 'DENY', Override: true },
    ContentTypeOptions: { Override: true },
    ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: false },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 63072000, IncludeSubdomains: true, Preload: true, Override: true },
  },
  CustomHeadersConfig: { Items: [{ Header: 'Permissions-Policy', Value: 'camera=()', Override: true }] },
  RemoveHeadersConfig: { Items: [{ Header: 'X-Powered-By' }] },
};
const policyHeaders = {
  'content-security-policy': "default-src 'self'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'permissions-policy': 'camera=()',
};

let server: FrontServer | undefined;
let openedKeys: string[] = [];
let readKeys: string[] = [];
let apiRequests: { url?: string; headers: Record<string, unknown> }[] = [];

afterEach(async () => {
  await server?.stop();
  server = undefined;
  [openedKeys, readKeys, apiRequests] = [[], [], []];
});

async function readObject(key: string): Promise<OriginObject | 'denied' | undefined> {
  readKeys.push(key);
  if (key === 'denied.txt') return 'denied';
  if (!Object.hasOwn(files, key)) return undefined;
  const [contentType, content, cacheControl] = files[key]!;
  const object: SiteObject = {
    sizeBytes: content.length,
    contentType,
    cacheControl,
    etag: `"${key.length}"`,
    open(range) {
      openedKeys.push(key);
      return Readable.from([Buffer.from(range ? content.slice(range.start, range.end + 1) : content)]);
    },
  };
  return { ...object, copy: async () => ({ ...object, deleteCopy: async () => {} }) };
}

const createTestDistribution = (changes: Partial<DistributionProperties> = {}) =>
  createLocalDistribution({
    distribution: { ...distribution, ...changes },
    functions,
    responseHeadersPolicies: { policy },
    cachePolicies: { named: namedCachePolicy },
    keyGroups: { keys: ['KMEDIA'] },
    publicKeys: { KMEDIA: mediaKey.publicKey.export({ type: 'spki', format: 'pem' }).toString() },
    cache: createObjectCache(),
    standIn: ({ Id }) =>
      Id === 'site'
        ? { kind: 'objects', read: readObject }
        : {
            kind: 'http',
            async handle(request, response) {
              apiRequests.push({ url: request.url, headers: request.headers });
              response.setHeader('x-powered-by', 'x');
              response
                .writeHead(200, { 'Content-Security-Policy': 'none', 'Referrer-Policy': 'no-referrer', 'content-type': 'text/plain' })
                .end('api');
            },
          },
  });

async function start(changes?: Partial<DistributionProperties>) {
  const localDistribution = createTestDistribution(changes);
  server = await startFrontServer({
    port: 0,
    handlers: [async (request, response) => localDistribution.handle(request, response).then(() => true)],
  });
  const { port } = server;
  return (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<RawResponse> =>
    rawRequest({ port, path, headers, method });
}

const statusAndText = ({ status, body }: RawResponse) => [status, body.toString()];

describe('a request uses the behaviour of its path', () => {
  test.each([
    ['/', 200, '<h1>Vitrine</h1>'],
    ['/history?tab=video', 200, '<h1>Vitrine</h1>'],
    ['/a%20b.txt', 200, 'spaced'],
    ['/api/profile', 200, 'api'],
    ['/x/../api/profile', 200, 'api'],
    ['/locales/de/common.json', 200, '{}'],
    ['/api', 200, '<h1>Vitrine</h1>'],
  ])('the path %s gets status %i and the body %s', async (path, status, body) => {
    const call = await start();
    expect(statusAndText(await call(path))).toEqual([status, body]);
  });

  test('the first matching behaviour in the order of the template is used', async () => {
    const call = await start({
      CacheBehaviors: [{ PathPattern: '/api/profile', TargetOriginId: 'site', CachePolicyId: CACHING_OPTIMIZED }, api],
    });
    expect((await call('/api/profile')).status).toBe(404);
    expect(readKeys).toEqual(['api/profile']);
  });

  test('the path / returns the root object if no function rewrites the path', async () => {
    const call = await start({ DefaultCacheBehavior: { TargetOriginId: 'site', CachePolicyId: CACHING_OPTIMIZED } });
    expect(statusAndText(await call('/'))).toEqual([200, '<h1>Vitrine</h1>']);
    expect((await call('/locales/')).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('only the API allows %s', async (method) => {
    const call = await start();
    expect((await call('/', {}, method)).status).toBe(403);
    expect((await call('/api/x', {}, method)).status).toBe(200);
  });
});

describe('the viewer-request function', () => {
  test('the viewer-request function can respond instead of the origin', async () => {
    const call = await start();
    const response = await call('/old');
    expect([...statusAndText(response), response.headers.location]).toEqual([301, 'moved', '/new']);
    expect(readKeys).toEqual([]);
  });

  test('the response has status 503 if the viewer-request function fails', async () => {
    const call = await start();
    expect(statusAndText(await call('/broken'))).toEqual([503, 'The CloudFront function failed: Error: oops\n']);
  });

  test('the viewer-request function can change the query and the headers, and everything else stays the same', async () => {
    const behaviour = { ...api, FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'arn:query' }] };
    const call = await start({ CacheBehaviors: [behaviour] });
    await call('/api/x?b=%20&a&b=2', { cookie: 'c=1' });
    await call('/api/x?b=%20&drop=1&b=2');
    expect(apiRequests.map(({ url, headers }) => [url, headers['x-dropped'], headers.cookie])).toEqual([
      ['/api/x?b=%20&a&b=2', undefined, 'c=1'],
      ['/api/x?b=%20&b=2', 'yes', undefined],
    ]);
  });
});

describe('the response headers policy', () => {
  test('the response headers policy applies to every response of its behaviour', async () => {
    const call = await start();
    for (const [path, method] of [
      ['/', 'GET'],
      ['/assets/missing.js', 'GET'],
      ['/old', 'GET'],
      ['/broken', 'GET'],
      ['/', 'POST'],
    ] as const) {
      expect((await call(path, {}, method)).headers).toMatchObject(policyHeaders);
    }
  });

  test('the response headers policy replaces headers of the origin only if Override is true', async () => {
    const call = await start();
    const { headers } = await call('/api/x');
    expect(headers).toMatchObject({ ...policyHeaders, 'referrer-policy': 'no-referrer' });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('the response headers policy does not apply to other behaviours', async () => {
    const call = await start();
    expect((await call('/locales/de/common.json')).headers).not.toHaveProperty('content-security-policy');
  });
});

describe('the API', () => {
  test('the API receives the origin secret, the API host and the list of IP addresses, even if the caller forges these headers', async () => {
    const call = await start();
    await call('/api/x?y=%20', { 'X-Origin-Secret': 'forged', 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer t' });
    expect(apiRequests).toEqual([
      {
        url: '/api/x?y=%20',
        headers: expect.objectContaining({
          'x-origin-secret': 's3cret',
          'x-forwarded-for': '203.0.113.9, 127.0.0.1',
          host: 'abc.execute-api.us-east-1.amazonaws.com',
          authorization: 'Bearer t',
        }),
      },
    ]);
  });

  test('the API receives the host of the viewer if the policy is AllViewer', async () => {
    const call = await start({ CacheBehaviors: [{ ...api, OriginRequestPolicyId: ALL_VIEWER }] });
    await call('/api/x');
    expect(apiRequests[0]?.headers.host).toBe(`127.0.0.1:${server?.port}`);
  });
});

describe('an object of the site', () => {
  test('an object of the site has type, length, ETag and cache control', async () => {
    const call = await start();
    expect((await call('/')).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': '16',
      etag: '"10"',
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
    });
  });

  test('an object of the site is not read for a HEAD request', async () => {
    const call = await start();
    const response = await call('/', {}, 'HEAD');
    expect([...statusAndText(response), response.headers['content-length'], openedKeys]).toEqual([200, '', '16', []]);
  });

  test.each(['"13"', 'W/"13"', '"x", "13"', '*'])('an object of the site gets status 304 for If-None-Match %s', async (tag) => {
    const call = await start();
    const response = await call('/assets/app.js', { 'if-none-match': tag });
    expect([...statusAndText(response), response.headers.etag, response.headers['cache-control'], openedKeys]).toEqual([
      304,
      '',
      '"13"',
      'public, max-age=31536000, immutable',
      [],
    ]);
  });

  test('an object of the site gets status 200 if the ETag differs', async () => {
    const call = await start();
    expect((await call('/assets/app.js', { 'if-none-match': '"12"' })).status).toBe(200);
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('for Accept-Encoding %s, an object of the site is compressed with %s', async (accepted, encoding, decompress) => {
    const call = await start();
    const { headers, body } = await call('/assets/app.js', { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, etag: 'W/"13"', vary: 'Accept-Encoding' });
    expect(headers).not.toHaveProperty('content-length');
    expect(decompress(body).toString()).toBe(script);
  });

  test('a cached object is compressed once for each encoding, and later viewers get the copy', async () => {
    const call = await start();
    for (const encoding of ['br', 'gzip', 'br', 'gzip']) {
      const { headers, body } = await call('/assets/app.js', { 'accept-encoding': encoding });
      expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-type': 'text/javascript' });
      expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString()).toBe(script);
    }
    expect(openedKeys).toEqual(['assets/app.js', 'assets/app.js']);
  });

  test.each([
    ['a request without Accept-Encoding', '/assets/app.js', {}],
    ['a request that excludes br', '/assets/app.js', { 'accept-encoding': 'br;q=0, identity' }],
    ['an object of less than 1,000 bytes', '/', { 'accept-encoding': 'br' }],
    ['a video', '/samples/clip.mp4', { 'accept-encoding': 'br' }],
    ['a range request', '/assets/app.js', { 'accept-encoding': 'br', range: 'bytes=0-9' }],
  ])('an object of the site is not compressed for %s', async (_name, path, headers) => {
    const call = await start();
    expect((await call(path, headers)).headers).not.toHaveProperty('content-encoding');
  });

  test.each([
    ['bytes=5-12', 206, '56789012', 'bytes 5-12/2000'],
    ['bytes=-3', 206, '789', 'bytes 1997-1999/2000'],
    ['bytes=2000-', 416, expect.stringContaining('InvalidRange'), 'bytes */2000'],
  ])('an object of the site with Range %s gets status %i', async (range, status, body, contentRange) => {
    const call = await start();
    const response = await call('/samples/clip.mp4', { range });
    expect([...statusAndText(response), response.headers['content-range']]).toEqual([status, body, contentRange]);
  });

  test.each([
    ['"16"', 206],
    ['"15"', 200],
  ])('an object of the site with If-Range %s gets status %i', async (tag, status) => {
    const call = await start();
    expect((await call('/samples/clip.mp4', { range: 'bytes=0-1', 'if-range': tag })).status).toBe(status);
  });

  test('a missing object gets the 404 response of S3', async () => {
    const call = await start();
    const response = await call('/assets/missing.js');
    expect([response.status, response.headers['content-type']]).toEqual([404, 'application/xml']);
    expect(response.body.toString()).toContain('<Code>NoSuchKey</Code>');
  });

  test.each(['/..%2fsecret.txt', '/a/%2e%2e/..%2f..%2fetc/passwd.x', '/a%5c..%5cb.txt', '/x%00.js'])(
    'an object is never read if the path is %s',
    async (path) => {
      const call = await start();
      expect((await call(path)).status).toBe(404);
      expect(readKeys).toEqual([]);
    },
  );

  test('an object gets status 403 if the policy of the bucket does not allow the read', async () => {
    const call = await start();
    expect((await call('/denied.txt')).status).toBe(403);
  });

  test('an object gets status 400 if the URL is malformed', async () => {
    const call = await start();
    expect((await call('/%E0%A4%A.js')).status).toBe(400);
  });
});

describe('a behaviour with a key group', () => {
  const media = {
    PathPattern: '/samples/*',
    TargetOriginId: 'site',
    CachePolicyId: 'named',
    ResponseHeadersPolicyId: 'policy',
    TrustedKeyGroups: ['keys'],
  };
  const startMedia = () => start({ CacheBehaviors: [media, api] });
  /** Returns a path with the signature that CloudFront requires for it. */
  function signed(path: string): string {
    const Resource = `http://127.0.0.1:${server?.port}${path}`;
    const policy = { Statement: [{ Resource, Condition: { DateLessThan: { 'AWS:EpochTime': 4_000_000_000 } } }] };
    const signature = sign('sha256', Buffer.from(JSON.stringify(policy)), mediaKey.privateKey).toString('base64');
    const text = signature.replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
    return `${path}${path.includes('?') ? '&' : '?'}Expires=4000000000&Signature=${text}&Key-Pair-Id=KMEDIA&Hash-Algorithm=SHA256`;
  }

  test('a behaviour with a key group refuses a request without a signature before it reads the cache or the origin', async () => {
    const call = await startMedia();
    expect((await call(signed('/samples/clip.mp4'))).status).toBe(200);
    const { status, headers, body } = await call('/samples/clip.mp4');
    expect([status, headers['content-security-policy'], headers['content-type']]).toEqual([403, "default-src 'self'", 'application/xml']);
    expect(body.toString()).toContain('<Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter or cookie value</Message>');
    expect(readKeys).toEqual(['samples/clip.mp4']);
  });

  test('a behaviour with a key group sends the file name of a signed query, and caches files by path and file name', async () => {
    const call = await startMedia();
    const download = '/samples/clip.mp4?response-content-disposition=attachment%3B%20filename%3Da.mp4';
    expect((await call(signed(download))).headers['content-disposition']).toBe('attachment; filename=a.mp4');
    const plain = await call(signed('/samples/clip.mp4'));
    expect([plain.headers['content-disposition'], plain.headers['x-cache']]).toEqual([undefined, 'Miss from cloudfront']);
    const second = await call(signed(download));
    expect([second.headers['content-disposition'], second.headers['x-cache']]).toEqual([
      'attachment; filename=a.mp4',
      'Hit from cloudfront',
    ]);
  });

  test('a behaviour with a key group does not forward a parameter that is not in the cache policy', async () => {
    const call = await startMedia();
    const { headers } = await call(signed('/samples/clip.mp4?response-content-type=text%2Fhtml'));
    expect(headers['content-type']).toBe('video/mp4');
    expect((await call(signed('/samples/clip.mp4'))).headers['x-cache']).toBe('Hit from cloudfront');
  });

  test('paths outside of the behaviour with a key group need no signature', async () => {
    expect((await (await startMedia())('/locales/de/common.json')).status).toBe(200);
  });
});

describe('createLocalDistribution throws an error that names the unsupported setting', () => {
  const behaviour = (changes: Partial<BehaviorProperties>) => ({ DefaultCacheBehavior: { ...site, ...changes } });
  test.each<[Partial<DistributionProperties>, string]>([
    [{ CustomErrorResponses: [{ ErrorCode: 404, ResponsePagePath: '/index.html' }] }, 'CustomErrorResponses with a ResponsePagePath (404)'],
    [behaviour({ CachePolicyId: 'none' }), 'cache policy that the template does not have: none'],
    [{ CacheBehaviors: [{ ...api, CachePolicyId: CACHING_OPTIMIZED }] }, 'caches objects only'],
    [behaviour({ TargetOriginId: 'none' }), 'origin that the template does not have: none'],
    [behaviour({ ResponseHeadersPolicyId: 'none' }), 'response headers policy that the template does not have: none'],
    [
      behaviour({ FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'none' }] }),
      'function that the template does not have: none',
    ],
    [behaviour({ FunctionAssociations: [{ EventType: 'viewer-response', FunctionARN: 'arn:spa' }] }), 'a viewer-response function'],
    [behaviour({ LambdaFunctionAssociations: [{}] }), 'LambdaFunctionAssociations of *'],
    [behaviour({ TrustedKeyGroups: ['none'], FunctionAssociations: [] }), 'key group that the template does not have: none'],
    [behaviour({ TrustedKeyGroups: ['keys'] }), 'functions of *, which has key groups'],
    [{ CacheBehaviors: [{ ...api, OriginRequestPolicyId: undefined }] }, 'origin api needs the origin request policy AllViewer'],
  ])('createLocalDistribution throws an error that names the unsupported setting for %j', (changes, reason) => {
    expect(() => createTestDistribution(changes)).toThrow(reason);
  });

  test('createLocalDistribution accepts an error response that only sets a cache time', () => {
    expect(() => createTestDistribution({ CustomErrorResponses: [{ ErrorCode: 502 }] })).not.toThrow();
  });
});
