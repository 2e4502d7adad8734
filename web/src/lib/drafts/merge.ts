/** Three-way merge of two versions of a draft, for example from two tabs. */

/** Plain data, as in storage. A property with the value undefined is treated as absent. */
type Thing = { [name: string]: unknown };

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value);

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((part, at) => isSame(part, other[at]));
  if (!isThing(one) || !isThing(other)) return false;
  return namesOf(one, other).every((name) => isSame(one[name], other[name]));
}

const namesOf = (...things: Thing[]): string[] => [...new Set(things.flatMap(Object.keys))];

/**
 * Merges the changes of two sides. If both sides changed the same value, `mine` wins. A changed entry wins over a removed entry.
 * `id`, `slot` or `area` identifies a list entry.
 */
export function mergeChanges<Value>(base: Value, mine: Value, theirs: Value): Value {
  return merge(base, mine, theirs) as Value;
}

function merge(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (Array.isArray(mine) && Array.isArray(theirs)) return mergeLists(Array.isArray(base) ? base : [], mine, theirs);
  // A replaced photo has another id, so its fields are not merged with the fields of the other photo.
  if (isThing(mine) && isThing(theirs) && mine.id === theirs.id) return mergeThings(isThing(base) ? base : {}, mine, theirs);
  return mine;
}

function mergeThings(base: Thing, mine: Thing, theirs: Thing): Thing {
  const entries = namesOf(mine, theirs).map((name) => [name, merge(base[name], mine[name], theirs[name])]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const nameOf = (entry: unknown): unknown => (isThing(entry) ? (entry.id ?? entry.slot ?? entry.area) : entry);

function mergeLists(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const [before, here, there] = [base, mine, theirs].map((list) => new Map(list.map((entry) => [nameOf(entry), entry]))) as [
    Map<unknown, unknown>,
    Map<unknown, unknown>,
    Map<unknown, unknown>,
  ];
  // The side that reordered the list decides the order. New entries of the other side follow.
  const reordered = !isSame(mine.map(nameOf), base.map(nameOf));
  const order = reordered ? [...here.keys(), ...there.keys()] : [...there.keys(), ...here.keys()];
  const kept = [...new Set(order)].filter((name) => {
    if (here.has(name) && there.has(name)) return true;
    const entry = here.has(name) ? here.get(name) : there.get(name);
    return !before.has(name) || !isSame(entry, before.get(name));
  });
  return kept.map((name) =>
    here.has(name) && there.has(name) ? merge(before.get(name), here.get(name), there.get(name)) : (here.get(name) ?? there.get(name)),
  );
}
