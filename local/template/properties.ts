/** Finds the properties of a template that the local cloud does not support. */
import { isDeepStrictEqual } from 'node:util';
import type { Resource } from './assembly.ts';

/**
 * How the local cloud treats the properties of one resource type. A path consists of names joined by dots. The entries of a list have the
 * path of the list. A path includes all paths below it.
 */
export type PropertyRules = {
  /** Paths of properties that the local cloud uses. */
  reads?: readonly string[];
  /**
   * Paths of properties that the local cloud does not read, each with a list of allowed values. With each of these values, AWS behaves like
   * the local cloud.
   */
  allowedValues?: Readonly<Record<string, readonly unknown[]>>;
  /** Paths that cannot change the behaviour on this machine, each with the reason. `*` means every path. */
  ignores?: Readonly<Record<string, string>>;
};

/** Returns one line for each property that is unknown or has an unsupported value. */
export function findUnsupportedProperties(
  { stack, id, type, properties }: Resource,
  { reads = [], allowedValues = {}, ignores = {} }: PropertyRules,
): string[] {
  const readOrIgnored = [...reads, ...Object.keys(ignores)];
  return leavesOf(properties).flatMap(({ path, value }) => {
    const location = `${path} of ${type} (${id} of ${stack})`;
    const valuesOfPath = allowedValues[path];
    if (
      valuesOfPath?.some((allowedValue) => isDeepStrictEqual(allowedValue, value)) ||
      readOrIgnored.some((declaredPath) => includesPath(declaredPath, path))
    )
      return [];
    return [valuesOfPath ? `${location} is ${JSON.stringify(value)}` : location];
  });
}

const includesPath = (declaredPath: string, path: string): boolean =>
  declaredPath === '*' || path === declaredPath || path.startsWith(`${declaredPath}.`);

type Leaf = { path: string; value: unknown };

/** Returns all values that have no named parts (texts, numbers, intrinsic functions, and lists of these), each with its path. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  if (Array.isArray(value) && value.some(isStructure)) return value.flatMap((entry) => leavesOf(entry, path));
  if (!isStructure(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([name, entry]) => leavesOf(entry, path ? `${path}.${name}` : name));
}

function isStructure(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [name = '', ...otherNames] = Object.keys(value);
  return otherNames.length > 0 || !(name === 'Ref' || name.startsWith('Fn::'));
}
