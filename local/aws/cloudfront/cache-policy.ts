/** Computes how long CloudFront caches the responses of an origin. */

/** `CachePolicyConfig` of AWS::CloudFront::CachePolicy. The cache key may consist only of the path and the listed query parameters. */
export type CachePolicyConfig = {
  MinTTL: number;
  DefaultTTL: number;
  MaxTTL: number;
  ParametersInCacheKeyAndForwardedToOrigin?: { QueryStringsConfig: { QueryStringBehavior: string; QueryStrings?: string[] } };
};

export type CachePolicy = {
  minSeconds: number;
  defaultSeconds: number;
  maxSeconds: number;
  /** The query parameters in the cache key. CloudFront forwards them to the origin. */
  queryParameters?: readonly string[];
};

/**
 * Managed policies whose cache key is only the path.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
 */
export const managedCachePolicies: Record<string, CachePolicy> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': { minSeconds: 1, defaultSeconds: 86_400, maxSeconds: 31_536_000 },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { minSeconds: 0, defaultSeconds: 0, maxSeconds: 0 },
};

export const cachePolicyOf = ({
  MinTTL,
  DefaultTTL,
  MaxTTL,
  ParametersInCacheKeyAndForwardedToOrigin: parameters,
}: CachePolicyConfig): CachePolicy => ({
  minSeconds: MinTTL,
  defaultSeconds: DefaultTTL,
  maxSeconds: MaxTTL,
  queryParameters: parameters?.QueryStringsConfig.QueryStrings ?? [],
});

/**
 * Returns the parameters of a query that belong to the cache key, in the order of the policy. CloudFront forwards only these parameters.
 */
export function forwardedQuery({ queryParameters = [] }: CachePolicy, query: string): string {
  const parameters = query.split('&');
  return queryParameters.flatMap((name) => parameters.filter((parameter) => parameter.split('=', 1)[0] === name)).join('&');
}

/**
 * Returns for how many seconds CloudFront caches an object with this Cache-Control header.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html
 */
export function secondsToCache({ minSeconds, defaultSeconds, maxSeconds }: CachePolicy, cacheControl: string | undefined): number {
  const requestedSeconds = cacheControl === undefined ? undefined : maxAgeOf(cacheControl);
  return requestedSeconds === undefined
    ? Math.max(minSeconds, Math.min(defaultSeconds, maxSeconds))
    : Math.max(minSeconds, Math.min(requestedSeconds, maxSeconds));
}

function maxAgeOf(cacheControl: string): number | undefined {
  if (/\b(no-store|no-cache|private)\b/i.test(cacheControl)) return 0;
  const [, seconds] = /\bs-maxage=(\d+)/i.exec(cacheControl) ?? /\bmax-age=(\d+)/i.exec(cacheControl) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
