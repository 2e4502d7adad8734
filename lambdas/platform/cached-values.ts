/** A warm environment caches a value only for this time. So a new value of a secret is used without a deployment. */
const cacheMs = 5 * 60_000;

/** Returns a function that reads each value once in five minutes. A failed read is not cached. */
export function withCache(read: (name: string) => Promise<string>): (name: string) => Promise<string> {
  const values = new Map<string, { value: Promise<string>; until: number }>();
  return (name) => {
    const entry = values.get(name);
    if (entry && entry.until > Date.now()) return entry.value;
    const value = read(name);
    values.set(name, { value, until: Date.now() + cacheMs });
    value.catch(() => values.delete(name));
    return value;
  };
}
