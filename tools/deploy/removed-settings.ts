/** Finds the settings that a deployment would remove. */

/** Returns each value of nested objects with its path, such as `domain.name`. */
function flatten(value: object, prefix = ''): Map<string, unknown> {
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (inner === undefined) return [];
    const path = `${prefix}${key}`;
    return typeof inner === 'object' && inner !== null ? [...flatten(inner, `${path}.`)] : [[path, inner]];
  });
  return new Map(entries);
}

/** Returns the path and the value of each deployed setting that the new settings do not contain. */
export function findRemovedSettings(deployed: object, next: object): { path: string; value: unknown }[] {
  const kept = flatten(next);
  return [...flatten(deployed)].filter(([path]) => !kept.has(path)).map(([path, value]) => ({ path, value }));
}
