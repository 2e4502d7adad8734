/** Finds properties of a template that the local cloud neither reads nor lists as ignored. */
import { isDeepStrictEqual } from 'node:util';
import type { Resource } from './assembly.ts';

/**
 * How the local cloud treats the properties of one resource type. A path consists of names joined by dots. The entries of a list have the
 * path of the list. A path includes all paths below it.
 */
export type PropertyRules = {
  /** Paths of properties that the local cloud uses. */
  reads?: readonly string[];
  /** Paths of properties that the local cloud does not use, with the only values that match its behaviour. */
  only?: Readonly<Record<string, readonly unknown[]>>;
  /** Paths that cannot change the behaviour on this machine, each with the reason. `*` means every path. */
  ignores?: Readonly<Record<string, string>>;
};

/** Returns one line for each property that is unknown or has an unsupported value. */
export function unreadProperties(
  { stack, id, type, properties }: Resource,
  { reads = [], only = {}, ignores = {} }: PropertyRules,
): string[] {
  const readOrIgnored = [...reads, ...Object.keys(ignores)];
  return leavesOf(properties).flatMap(({ path, value }) => {
    const location = `${path} of ${type} (${id} of ${stack})`;
    const allowed = only[path];
    if (allowed?.some((one) => isDeepStrictEqual(one, value)) || readOrIgnored.some((declared) => contains(declared, path))) return [];
    return [allowed ? `${location} is ${JSON.stringify(value)}` : location];
  });
}

const contains = (declared: string, path: string): boolean => declared === '*' || path === declared || path.startsWith(`${declared}.`);

type Leaf = { path: string; value: unknown };

/** Returns texts, numbers, intrinsic functions and lists of them, each with its path. */
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
