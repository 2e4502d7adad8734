/** Finds the route of a request in the order that API Gateway uses. */

export type Match<Route> = { route: Route; pathParameters: Record<string, string> };

type Segment = { kind: 'fixed'; text: string } | { kind: 'parameter' | 'greedy'; name: string };
type CompiledRoute<Route> = { route: Route; method: string; segments: Segment[] };

const PREFERENCE = { fixed: 0, parameter: 1, greedy: 2 } as const;

/**
 * Returns a function that finds the route of a request. The most specific path has priority: fixed text, then `{name}`, then `{name+}`. If
 * the paths are equal, a named method has priority over ANY. The route `$default` is used only if no other route matches.
 * @throws URIError if a path parameter is not validly percent-encoded
 */
export function compileRoutes<Route extends { routeKey: string }>(
  routes: Route[],
): (method: string, rawPath: string) => Match<Route> | undefined {
  const fallback = routes.find((route) => route.routeKey === '$default');
  const sortedRoutes = routes
    .filter((route) => route !== fallback)
    .map(compile)
    .sort(bySpecificity);
  return (method, rawPath) => {
    for (const { route, method: routeMethod, segments } of sortedRoutes) {
      if (routeMethod !== 'ANY' && routeMethod !== method) continue;
      const pathParameters = matchPath(segments, rawPath.split('/').slice(1));
      if (pathParameters) return { route, pathParameters };
    }
    return fallback && { route: fallback, pathParameters: {} };
  };
}

function compile<Route extends { routeKey: string }>(route: Route): CompiledRoute<Route> {
  const [, method, path] = /^([A-Z]+) \/(.*)$/.exec(route.routeKey) ?? [];
  if (method === undefined || path === undefined)
    throw new Error(`The route key '${route.routeKey}' is neither '<METHOD> /path' nor '$default'`);
  return { route, method, segments: path.split('/').map(segmentOf) };
}

function segmentOf(text: string): Segment {
  const [, name, greedy] = /^\{([\w.-]+)(\+)?\}$/.exec(text) ?? [];
  return name === undefined ? { kind: 'fixed', text } : { kind: greedy ? 'greedy' : 'parameter', name };
}

function bySpecificity(a: CompiledRoute<unknown>, b: CompiledRoute<unknown>): number {
  const length = Math.max(a.segments.length, b.segments.length);
  for (let index = 0; index < length; index += 1) {
    const [segmentOfA, segmentOfB] = [a.segments[index], b.segments[index]];
    // If one route is shorter, its missing segment counts as fixed text. Then either the longer route continues with a greedy parameter,
    // or the two routes never match the same path.
    const difference = (segmentOfA ? PREFERENCE[segmentOfA.kind] : 0) - (segmentOfB ? PREFERENCE[segmentOfB.kind] : 0);
    if (difference) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

function matchPath(segments: Segment[], parts: string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined) return undefined;
    if (segment.kind === 'greedy') {
      const remainingPath = parts.slice(index).join('/');
      return remainingPath ? { ...parameters, [segment.name]: decodeURIComponent(remainingPath) } : undefined;
    }
    if (segment.kind === 'fixed' ? part !== segment.text : part === '') return undefined;
    if (segment.kind === 'parameter') parameters[segment.name] = decodeURIComponent(part);
  }
  return segments.length === parts.length ? parameters : undefined;
}
