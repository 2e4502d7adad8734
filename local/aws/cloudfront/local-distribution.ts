/** The local CloudFront: chooses the origin of a path, runs the viewer-request function, and sets the response headers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { forwardedQuery } from './cache-policy.ts';
import { type Behaviour, behavioursOf, type DistributionParts, errorSecondsOf, type OriginProperties } from './distribution.ts';
import type { ObjectCache, OriginObject } from './object-cache.ts';
import { normalizePath } from './path-pattern.ts';
import { rawPathOf, remoteAddressOf } from './request.ts';
import { applyHeadersPolicy } from './response-headers.ts';
import { findSignatureError, unsignedQueryOf } from './signed-request.ts';
import { type OriginResult, sendXmlError, serveSiteObject } from './site-objects.ts';
import { applyViewerRequest, type ViewerResponse, viewerRequestEvent } from './viewer-request.ts';

/** Local replacement for an origin of the template: the objects of a bucket, or a server that writes its responses itself. */
export type OriginStandIn =
  | { kind: 'objects'; read(key: string): Promise<OriginObject | 'denied' | undefined> }
  | { kind: 'http'; handle(request: IncomingMessage, response: ServerResponse): Promise<void> };

export type LocalDistribution = { handle(request: IncomingMessage, response: ServerResponse): Promise<void> };

type Options = DistributionParts & {
  cache: ObjectCache;
  standIn(origin: OriginProperties): OriginStandIn;
  /** Milliseconds since 1970, for the expiry of signatures. */
  now?: () => number;
};

/** These managed origin request policies forward everything that the viewer sent. All other policies remove the Authorization header. */
const ALL_VIEWER = '216adef6-5c7f-47e4-b989-5492eafa07d3';
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/**
 * Creates the distribution of a synthesized template, with stand-ins for its origins. The intrinsics of the template must be resolved. The
 * local distribution responds to every request. It does not redirect to HTTPS, because localhost has no TLS.
 * @throws Error for an unsupported property that would change a response
 */
export function createLocalDistribution({ standIn, cache, now = Date.now, ...parts }: Options): LocalDistribution {
  const errorSeconds = errorSecondsOf(parts.distribution);
  const behaviours = behavioursOf(parts).map((behaviour) => ({
    ...behaviour,
    target: standIn(behaviour.origin),
    fallback: behaviour.fallbackOrigin && { target: standIn(behaviour.fallbackOrigin), origin: behaviour.fallbackOrigin },
  }));
  for (const { target, origin, cachePolicy, originRequestPolicyId: policyId } of behaviours) {
    if (target.kind === 'http' && cachePolicy.maxSeconds > 0)
      throw new Error(
        `The local distribution caches objects only. Set the cache policy CachingDisabled for the behaviour of origin ${origin.Id}`,
      );
    const forwardsEverything = policyId === ALL_VIEWER || policyId === ALL_VIEWER_EXCEPT_HOST_HEADER;
    if (target.kind === 'http' && !forwardsEverything)
      throw new Error(`The behaviour of origin ${origin.Id} needs the origin request policy AllViewer or AllViewerExceptHostHeader`);
  }

  return {
    async handle(request, response) {
      const path = pathForMatching(request);
      const behaviour = path === undefined ? undefined : behaviours.find(({ matches }) => matches(path));
      if (!behaviour) return sendError(response, 400, 'The URL is malformed.');
      if (behaviour.headersPolicy) applyHeadersPolicy(behaviour.headersPolicy, response);
      if (!behaviour.allowedMethods.has(request.method ?? '')) return sendError(response, 403, 'This method is not allowed here.');
      const signatureError = behaviour.trustedKeys && findSignatureError(request, behaviour.trustedKeys, now());
      if (signatureError) return sendXmlError(response, 403, signatureError.code, signatureError.message);
      if (respondByFunction(behaviour, request, response)) return;
      const query = forwardedQuery(behaviour.cachePolicy, unsignedQueryOf(request));
      prepareForOrigin(behaviour, request);
      const { target, fallback } = behaviour;
      if (target.kind === 'http') return target.handle(request, response);
      const key = keyOf(behaviour.origin, rawPathOf(request), parts.distribution.DefaultRootObject);
      if (key === undefined) return sendError(response, 400, 'The URL is malformed.');
      const load = async () => {
        const object = await target.read(key);
        if (object !== undefined || fallback?.target.kind !== 'objects') return object;
        return fallback.target.read(`${fallback.origin.OriginPath?.slice(1) ?? ''}/${key}`.replace(/^\//, ''));
      };
      const read = async (): Promise<OriginResult> => {
        const path = `${rawPathOf(request)}${query && `?${query}`}`;
        const lookup = { path, policy: behaviour.cachePolicy, errorSeconds, load };
        const { result, isHit, ageSeconds } = await cache.read(lookup);
        response.setHeader('x-cache', `${isHit ? 'Hit' : 'Miss'} from cloudfront`);
        if (isHit) response.setHeader('age', ageSeconds);
        return result;
      };
      await serveSiteObject({ read, key, query }, behaviour.compress, request, response);
    },
  };
}

function pathForMatching(request: IncomingMessage): string | undefined {
  try {
    return normalizePath(rawPathOf(request));
  } catch {
    return undefined;
  }
}

/**
 * Calls the viewer-request function. The function can change the request or respond to it. If the function fails, the response is 503, as
 * on CloudFront. Returns whether there was a response.
 */
function respondByFunction({ viewerRequest }: Behaviour, request: IncomingMessage, response: ServerResponse): boolean {
  if (!viewerRequest) return false;
  try {
    const event = viewerRequestEvent(request);
    const result = viewerRequest(event);
    if ('statusCode' in result) sendFunctionResponse(result, response);
    else applyViewerRequest(request, event.request, result);
    return 'statusCode' in result;
  } catch (error) {
    sendError(response, 503, `The CloudFront function failed: ${error instanceof Error ? error.message : error}`);
    return true;
  }
}

function sendFunctionResponse({ statusCode, headers = {}, body = '' }: ViewerResponse, response: ServerResponse): void {
  for (const [name, { value, multiValue }] of Object.entries(headers))
    response.setHeader(name, multiValue?.map((entry) => entry.value) ?? value);
  response
    .writeHead(statusCode)
    .end(typeof body === 'string' ? body : Buffer.from(body.data, body.encoding === 'base64' ? 'base64' : 'utf8'));
}

/**
 * Changes `request.headers`. The origin must not read `rawHeaders`, because this function does not change them. A custom header of the
 * origin replaces the viewer's header of the same name.
 */
function prepareForOrigin({ origin, originRequestPolicyId }: Behaviour, request: IncomingMessage): void {
  const { headers } = request;
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], remoteAddressOf(request)].filter(Boolean).join(', ');
  if (originRequestPolicyId === ALL_VIEWER_EXCEPT_HOST_HEADER) headers.host = origin.DomainName;
  for (const { HeaderName, HeaderValue } of origin.OriginCustomHeaders ?? []) headers[HeaderName.toLowerCase()] = HeaderValue;
  if (origin.OriginPath) request.url = `${origin.OriginPath}${request.url}`;
}

function keyOf(origin: OriginProperties, uri: string, rootObject = ''): string | undefined {
  const objectPath = uri === `${origin.OriginPath ?? ''}/` ? `${uri}${rootObject}` : uri;
  try {
    return decodeURIComponent(objectPath.slice(1));
  } catch {
    return undefined;
  }
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${message}\n`);
}
