/**
 * Two modes that simulate difficult conditions on AWS. Each mode is off by default and has one setting: `LOCAL_CLOUD_HARSH=<seed>` injects
 * delays, conflicts, throttles and duplicates; the same seed repeats the same random decisions. `LOCAL_CLOUD_SLOW=1` enforces each
 * function's memory limit, and computes its duration from CPU seconds and its CPU share.
 */
export type Modes = {
  /** Undefined if harsh mode is off. */
  harsh: { seed: number } | undefined;
  slow: boolean;
};

export const defaultModes: Modes = { harsh: undefined, slow: false };

/** @throws Error if a setting has an unknown value */
export function modesFrom({ LOCAL_CLOUD_HARSH: harsh, LOCAL_CLOUD_SLOW: slow }: Record<string, string | undefined>): Modes {
  const seed = Number(harsh);
  if (harsh && !Number.isSafeInteger(seed)) throw new Error(`LOCAL_CLOUD_HARSH must be a whole number, but is ${harsh}`);
  if (slow && slow !== '1') throw new Error(`LOCAL_CLOUD_SLOW must be 1 or empty, but is ${slow}`);
  return { harsh: harsh ? { seed } : undefined, slow: slow === '1' };
}
