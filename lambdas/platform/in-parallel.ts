import { repeatAfterOutage } from './outage.ts';

const concurrentRunsMax = 20;
/**
 * Runs the work for each value, for at most 20 values at the same time. If AWS is temporarily unavailable, the work for a value runs again.
 * So it must have the same effect if it runs twice.
 */
export async function inParallel<Value>(values: Value[], run: (value: Value) => Promise<void>): Promise<void> {
  const queue = values.values();
  await Promise.all(
    Array.from({ length: Math.min(concurrentRunsMax, values.length) }, async () => {
      for (const value of queue) await repeatAfterOutage(() => run(value));
    }),
  );
}
