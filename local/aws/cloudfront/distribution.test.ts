/** Synthesizes the resources with CDK, because the local distribution must read exactly the properties that a stack contains. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, aws_cloudfront as cloudfront, aws_cloudfront_origins as origins, Stack, aws_s3 as s3 } from 'aws-cdk-lib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { behavioursOf, type DistributionParts } from './distribution.ts';

type Resource = { Type: string; Properties: Record<string, never> };

/** Replaces the code that resolves a template. Each reference becomes the name of the resource. */
function resolveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveReferences);
  if (typeof value !== 'object' || value === null) return value;
  if ('Ref' in value) return value.Ref;
  if ('Fn::GetAtt' in value) return [value['Fn::GetAtt']].flat()[0];
  if ('Fn::Join' in value) return '(joined)';
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolveReferences(inner)]));
}

function synthesizeParts(outdir: string): DistributionParts {
  // CDK's template checks need most of the time, but this test does not need them.
  vi.stubEnv('CDK_VALIDATION', 'false');
  const app = new App({ outdir, analyticsReporting: false });
  const stack = new Stack(app, 'Web', { env: { region: 'us-east-1' } });
  const code = cloudfront.FunctionCode.fromInline('function handler(event) { return event.request; }');
  const viewerRequest = new cloudfront.Function(stack, 'Rewrite', { code, runtime: cloudfront.FunctionRuntime.JS_2_0 });
  const responseHeadersPolicy = new cloudfront.ResponseHeadersPolicy(stack, 'Headers', {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'self'", override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.NO_REFERRER, override: false },
    },
    customHeadersBehavior: { customHeaders: [{ header: 'Permissions-Policy', value: 'camera=()', override: true }] },
  });
  new cloudfront.Distribution(stack, 'Site', {
    defaultRootObject: 'index.html',
    defaultBehavior: {
      origin: origins.S3BucketOrigin.withOriginAccessControl(new s3.Bucket(stack, 'Bucket')),
      functionAssociations: [{ function: viewerRequest, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
      responseHeadersPolicy,
    },
    additionalBehaviors: {
      '/api/*': {
        origin: new origins.HttpOrigin('api.example', { customHeaders: { 'x-origin-secret': 's3cret' } }),
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      },
    },
  });
  const resources = Object.entries(app.synth().getStackByName('Web').template.Resources as Record<string, Resource>);
  const propertiesOfType = (type: string) =>
    resources
      .filter(([, resource]) => resource.Type === type)
      .map(([id, { Properties }]) => [id, resolveReferences(Properties) as Resource['Properties']] as const);
  return {
    distribution: propertiesOfType('AWS::CloudFront::Distribution')[0]![1].DistributionConfig!,
    functions: Object.fromEntries(propertiesOfType('AWS::CloudFront::Function').map(([id, properties]) => [id, properties.FunctionCode!])),
    responseHeadersPolicies: Object.fromEntries(
      propertiesOfType('AWS::CloudFront::ResponseHeadersPolicy').map(([id, properties]) => [id, properties.ResponseHeadersPolicyConfig!]),
    ),
  };
}

/** CDK needs several seconds to load and to synthesize on a busy machine. */
const SYNTH_TIMEOUT_MS = 60_000;

let outdir: string;
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'vitrine-synth-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(outdir, { recursive: true });
});

test('behavioursOf reads a complete CDK distribution', { timeout: SYNTH_TIMEOUT_MS }, () => {
  const [api, site, ...otherBehaviours] = behavioursOf(synthesizeParts(outdir));
  expect(otherBehaviours).toEqual([]);
  expect([api?.matches('/api/x'), api?.matches('/x'), site?.matches('/x')]).toEqual([true, false, true]);
  expect(api).toMatchObject({
    origin: { DomainName: 'api.example', OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: 's3cret' }] },
    originRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
  });
  expect([api?.allowedMethods.has('POST'), site?.allowedMethods.has('POST'), site?.allowedMethods.has('HEAD')]).toEqual([
    true,
    false,
    true,
  ]);
  expect(site).toMatchObject({ compress: true, viewerRequest: expect.any(Function) });
  expect(site?.headersPolicy?.set).toEqual([
    { name: 'content-security-policy', value: "default-src 'self'", override: true },
    { name: 'x-frame-options', value: 'DENY', override: true },
    { name: 'x-content-type-options', value: 'nosniff', override: true },
    { name: 'referrer-policy', value: 'no-referrer', override: false },
    { name: 'permissions-policy', value: 'camera=()', override: true },
  ]);
});
