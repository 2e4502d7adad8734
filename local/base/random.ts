/** Pseudo-random numbers. The same seed always gives the same numbers. */

/** The returned function returns numbers from 0 (included) to 1 (excluded). The algorithm is mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let hash = Math.imul(state ^ (state >>> 15), state | 1);
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Derives a seed from a text (FNV-1a). */
export const seedOf = (text: string): number =>
  [...text].reduce((hash, character) => Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0, 0x811c9dc5);
