/**
 * Two modes that simulate difficult conditions on AWS. By default, both modes are off.
 * - `LOCAL_CLOUD_HARSH=<seed>` injects delays, conflicts, throttling and duplicate events. The same seed repeats the same random decisions.
 * - `LOCAL_CLOUD_SLOW=1` enforces the memory limit and the CPU share of each function.
 */
export type Modes = {
  /** Undefined if harsh mode is off. */
  harsh: { seed: number } | undefined;
  isSlow: boolean;
};

export const defaultModes: Modes = { harsh: undefined, isSlow: false };

/** @throws Error if a setting has an unknown value */
export function modesFrom({ LOCAL_CLOUD_HARSH: harsh, LOCAL_CLOUD_SLOW: slow }: Record<string, string | undefined>): Modes {
  const seed = Number(harsh);
  if (harsh && !Number.isSafeInteger(seed)) throw new Error(`LOCAL_CLOUD_HARSH must be a whole number, but is ${harsh}`);
  if (slow && slow !== '1') throw new Error(`LOCAL_CLOUD_SLOW must be 1 or empty, but is ${slow}`);
  return { harsh: harsh ? { seed } : undefined, isSlow: slow === '1' };
}
