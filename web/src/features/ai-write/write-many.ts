/** Processes a list with limited concurrency. An error that all other entries would have, too, stops the processing. */

export type WriteCounts = { done: number; failed: number; total: number };

type Options<Thing> = {
  concurrency: number;
  /** After an abort, no more work is started. Running work ends or fails as usual. */
  signal: AbortSignal;
  work: (thing: Thing) => Promise<void>;
  /** Whether an error means that all other entries would fail in the same way. */
  isFatal: (error: unknown) => boolean;
  onProgress: (tally: WriteCounts) => void;
};

/** Returns the numbers of done and failed entries, and the error that stopped the processing, if any. Never rejects. */
export async function writeMany<Thing>(things: readonly Thing[], options: Options<Thing>): Promise<WriteCounts & { endedBy?: unknown }> {
  const remaining = [...things];
  const counts: WriteCounts = { done: 0, failed: 0, total: things.length };
  let fatal: { error: unknown } | undefined;
  const isStopped = () => fatal !== undefined || options.signal.aborted;
  const worker = async () => {
    while (!isStopped()) {
      const thing = remaining.shift();
      if (thing === undefined) return;
      try {
        await options.work(thing);
        counts.done += 1;
      } catch (error) {
        if (options.signal.aborted) return;
        if (options.isFatal(error)) fatal ??= { error };
        counts.failed += 1;
      }
      options.onProgress({ ...counts });
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  return { ...counts, ...(fatal && { endedBy: fatal.error }) };
}
