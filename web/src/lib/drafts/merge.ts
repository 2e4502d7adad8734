/** Three-way merge of two versions of a draft, for example from two browser tabs. */

/** Plain data, as in storage. A property with the value undefined is treated as absent. */
type PlainObject = { [name: string]: unknown };

const isPlainObject = (value: unknown): value is PlainObject => typeof value === 'object' && value !== null && !Array.isArray(value);

export function isSame(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true;
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((part, index) => isSame(part, second[index]));
  if (!isPlainObject(first) || !isPlainObject(second)) return false;
  return namesOf(first, second).every((name) => isSame(first[name], second[name]));
}

const namesOf = (...objects: PlainObject[]): string[] => [...new Set(objects.flatMap(Object.keys))];

/**
 * Merges the changes of two sides. If both sides changed the same value, the result contains the value of `local`. If one side changed an
 * entry and the other side removed it, the result contains the changed entry. A list entry is identified by `id`, `slot` or `area`.
 */
export function mergeChanges<Value>(base: Value, local: Value, remote: Value): Value {
  return merge(base, local, remote) as Value;
}

function merge(base: unknown, local: unknown, remote: unknown): unknown {
  if (isSame(local, base)) return remote;
  if (isSame(remote, base)) return local;
  if (Array.isArray(local) && Array.isArray(remote)) return mergeLists(Array.isArray(base) ? base : [], local, remote);
  // A replaced photo has another id, so its fields are not merged with the fields of the other photo.
  if (isPlainObject(local) && isPlainObject(remote) && local.id === remote.id)
    return mergeObjects(isPlainObject(base) ? base : {}, local, remote);
  return local;
}

function mergeObjects(base: PlainObject, local: PlainObject, remote: PlainObject): PlainObject {
  const entries = namesOf(local, remote).map((name) => [name, merge(base[name], local[name], remote[name])]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const nameOf = (entry: unknown): unknown => (isPlainObject(entry) ? (entry.id ?? entry.slot ?? entry.area) : entry);

function mergeLists(base: unknown[], local: unknown[], remote: unknown[]): unknown[] {
  const [baseEntries, localEntries, remoteEntries] = [base, local, remote].map(
    (list) => new Map(list.map((entry) => [nameOf(entry), entry])),
  ) as [Map<unknown, unknown>, Map<unknown, unknown>, Map<unknown, unknown>];
  // The result has the order of the side that reordered the list. New entries of the other side are at the end.
  const isReordered = !isSame(local.map(nameOf), base.map(nameOf));
  const order = isReordered ? [...localEntries.keys(), ...remoteEntries.keys()] : [...remoteEntries.keys(), ...localEntries.keys()];
  const keptNames = [...new Set(order)].filter((name) => {
    if (localEntries.has(name) && remoteEntries.has(name)) return true;
    const entry = localEntries.has(name) ? localEntries.get(name) : remoteEntries.get(name);
    return !baseEntries.has(name) || !isSame(entry, baseEntries.get(name));
  });
  return keptNames.map((name) =>
    localEntries.has(name) && remoteEntries.has(name)
      ? merge(baseEntries.get(name), localEntries.get(name), remoteEntries.get(name))
      : (localEntries.get(name) ?? remoteEntries.get(name)),
  );
}
