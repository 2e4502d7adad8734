/** Throttles the stage of an HTTP API with the token bucket algorithm that AWS documents. */

/** `DefaultRouteSettings` and the entries of `RouteSettings` of AWS::ApiGatewayV2::Stage. */
export type ThrottleSettings = {
  /** Tokens added each second. */
  ThrottlingRateLimit?: number;
  /** Maximum number of tokens in the bucket. */
  ThrottlingBurstLimit?: number;
};

export type StageThrottle = { default?: ThrottleSettings; routes?: Record<string, ThrottleSettings> };

/** The quota of an account and region; no stage setting can exceed it. */
const accountThrottle: Required<ThrottleSettings> = { ThrottlingRateLimit: 10_000, ThrottlingBurstLimit: 5_000 };

/**
 * Returns a function that takes a token for a request of a route. The function returns false if no token is left.
 * Routes without separate settings share one bucket.
 */
export function createThrottle(stage: StageThrottle, now: () => Date): (routeKey: string) => boolean {
  const sharedBucket = createBucket({ ...accountThrottle, ...stage.default }, now);
  const routeBuckets = new Map(
    Object.entries(stage.routes ?? {}).map(([routeKey, settings]) => [
      routeKey,
      createBucket({ ...accountThrottle, ...stage.default, ...settings }, now),
    ]),
  );
  return (routeKey) => (routeBuckets.get(routeKey) ?? sharedBucket)();
}

function createBucket({ ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: tokensMax }: Required<ThrottleSettings>, now: () => Date) {
  let tokens = tokensMax;
  let filledAtMs = now().getTime();
  return (): boolean => {
    const nowMs = now().getTime();
    tokens = Math.min(tokensMax, tokens + ((nowMs - filledAtMs) / 1000) * perSecond);
    filledAtMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
