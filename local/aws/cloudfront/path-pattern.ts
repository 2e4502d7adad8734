/**
 * A CloudFront path pattern as a test of a path: `*` stands for any run of characters, slashes included, `?` for exactly one.
 * Case counts, and the leading slash may be missing.
 */
export function compilePathPattern(pattern: string): (path: string) => boolean {
  const rooted = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  const source = rooted
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 's');
  return (path) => expression.test(path);
}

/** A path as CloudFront compares it with the patterns: dot segments resolved, so that `/x/../api/y` meets `/api/*`. */
export const normalizedPath = (rawPath: string): string => new URL(`http://localhost${rawPath}`).pathname;
