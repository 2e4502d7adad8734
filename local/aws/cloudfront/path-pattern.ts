/**
 * Compiles a CloudFront path pattern to a function that tests a path. `*` matches any characters, including slashes; `?` matches exactly
 * one character. The pattern is case-sensitive and may omit the leading slash.
 */
export function compilePathPattern(pattern: string): (path: string) => boolean {
  const rootedPattern = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  const source = rootedPattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

/** Returns a path in the form that CloudFront compares with patterns. Dot segments are resolved, so `/x/../api/y` matches `/api/*`. */
export const normalizePath = (rawPath: string): string => new URL(`http://localhost${rawPath}`).pathname;
