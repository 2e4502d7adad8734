/** Applies CloudFront's response headers policies to the responses of an origin. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

type Overridable = { Override: boolean };

/** `ResponseHeadersPolicyConfig` of the resource with resolved intrinsics. */
export type ResponseHeadersPolicyConfig = {
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: Overridable & { ContentSecurityPolicy: string };
    FrameOptions?: Overridable & { FrameOption: string };
    ContentTypeOptions?: Overridable;
    ReferrerPolicy?: Overridable & { ReferrerPolicy: string };
    StrictTransportSecurity?: Overridable & { AccessControlMaxAgeSec: number; IncludeSubdomains?: boolean; Preload?: boolean };
    XSSProtection?: Overridable & { Protection: boolean; ModeBlock?: boolean; ReportUri?: string };
  };
  CustomHeadersConfig?: { Items: (Overridable & { Header: string; Value: string })[] };
  RemoveHeadersConfig?: { Items: { Header: string }[] };
  CorsConfig?: unknown;
};

export type HeadersPolicy = { remove: string[]; set: { name: string; value: string; override: boolean }[] };

/** @throws Error for the parts of a policy that the local distribution does not support */
export function compileHeadersPolicy(config: ResponseHeadersPolicyConfig): HeadersPolicy {
  if (config.CorsConfig) throw new Error('The local distribution does not apply the CorsConfig of a response headers policy');
  const customHeaders = config.CustomHeadersConfig?.Items ?? [];
  return {
    remove: (config.RemoveHeadersConfig?.Items ?? []).map((item) => item.Header.toLowerCase()),
    set: [
      ...securityHeaders(config.SecurityHeadersConfig ?? {}),
      ...customHeaders.map((item) => ({ name: item.Header.toLowerCase(), value: item.Value, override: isTrue(item.Override) })),
    ],
  };
}

function securityHeaders(security: NonNullable<ResponseHeadersPolicyConfig['SecurityHeadersConfig']>): HeadersPolicy['set'] {
  const { ContentSecurityPolicy, FrameOptions, ContentTypeOptions, ReferrerPolicy, StrictTransportSecurity, XSSProtection } = security;
  const headers: [string, Overridable | undefined, string | undefined][] = [
    ['content-security-policy', ContentSecurityPolicy, ContentSecurityPolicy?.ContentSecurityPolicy],
    ['x-frame-options', FrameOptions, FrameOptions?.FrameOption],
    ['x-content-type-options', ContentTypeOptions, 'nosniff'],
    ['referrer-policy', ReferrerPolicy, ReferrerPolicy?.ReferrerPolicy],
    ['strict-transport-security', StrictTransportSecurity, StrictTransportSecurity && strictTransport(StrictTransportSecurity)],
    ['x-xss-protection', XSSProtection, XSSProtection && xssProtection(XSSProtection)],
  ];
  return headers.flatMap(([name, config, value]) => (config && value ? [{ name, value, override: isTrue(config.Override) }] : []));
}

function strictTransport(config: { AccessControlMaxAgeSec: number; IncludeSubdomains?: boolean; Preload?: boolean }): string {
  const parts = [`max-age=${config.AccessControlMaxAgeSec}`];
  if (isTrue(config.IncludeSubdomains)) parts.push('includeSubDomains');
  if (isTrue(config.Preload)) parts.push('preload');
  return parts.join('; ');
}

function xssProtection(config: { Protection: boolean; ModeBlock?: boolean; ReportUri?: string }): string {
  if (!isTrue(config.Protection)) return '0';
  return ['1', ...(isTrue(config.ModeBlock) ? ['mode=block'] : []), ...(config.ReportUri ? [`report=${config.ReportUri}`] : [])].join('; ');
}

/** CloudFormation also accepts booleans as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** Applies the policy in `writeHead`, because the origin can set headers until then. */
export function applyHeadersPolicy(policy: HeadersPolicy, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  const writeHeadWithPolicy = (status: number, reasonOrHeaders?: string | WriteHeadHeaders, headers?: WriteHeadHeaders): ServerResponse => {
    const writtenHeaders = typeof reasonOrHeaders === 'string' ? headers : reasonOrHeaders;
    for (const [name, value] of pairsOf(writtenHeaders)) if (value !== undefined) response.setHeader(name, value);
    for (const name of policy.remove) response.removeHeader(name);
    for (const { name, value, override } of policy.set) if (override || !response.hasHeader(name)) response.setHeader(name, value);
    return typeof reasonOrHeaders === 'string' ? writeHead(status, reasonOrHeaders) : writeHead(status);
  };
  response.writeHead = writeHeadWithPolicy as ServerResponse['writeHead'];
}

type HeaderValue = OutgoingHttpHeaders[string];
type WriteHeadHeaders = OutgoingHttpHeaders | HeaderValue[];

/** `writeHead` accepts an object, or one flat list of names and values. */
function pairsOf(headers: WriteHeadHeaders = {}): [string, HeaderValue][] {
  if (!Array.isArray(headers)) return Object.entries(headers);
  return Array.from({ length: headers.length / 2 }, (_, index) => [String(headers[index * 2]), headers[index * 2 + 1]]);
}
