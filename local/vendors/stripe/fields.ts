/** Stripe's form encoding: `line_items[0][price_data][currency]=usd` is a path into nested objects and lists. */
import type { Call } from '../kit/http.ts';

export type Fields = { [name: string]: Fields | string };

const partsMax = 10;
const forbidden = ['__proto__', 'constructor', 'prototype'];

/**
 * Parses the fields into an object; lists have the keys 0, 1, …. Returns undefined if a name is not a path or two names contradict each
 * other.
 */
export function fieldsOf({ body }: Pick<Call, 'body'>): Fields | undefined {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    const path = pathIn(name);
    if (!path || !put(fields, path, value)) return undefined;
  }
  return fields;
}

function pathIn(name: string): string[] | undefined {
  const found = /^([^[\]]+)((?:\[[^[\]]+\])*)$/.exec(name);
  if (!found) return undefined;
  const path = [found[1] as string, ...(found[2] ?? '').split(/[[\]]+/).filter(Boolean)];
  return path.length > partsMax || path.some((part) => forbidden.includes(part)) ? undefined : path;
}

function put(fields: Fields, path: string[], value: string): boolean {
  let here = fields;
  for (const part of path.slice(0, -1)) {
    here[part] ??= {};
    const next = here[part];
    if (typeof next !== 'object') return false;
    here = next;
  }
  const last = path.at(-1) as string;
  if (last in here) return false;
  here[last] = value;
  return true;
}
