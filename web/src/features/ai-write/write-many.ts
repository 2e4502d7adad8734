/** Processes the entries of a list, a few of them in parallel. If an error would affect all other entries too, the processing stops. */

export type WriteCounts = { done: number; failed: number; total: number };

type Options<Entry> = {
  concurrency: number;
  /** After an abort, no more work is started. Running work ends or fails as usual. */
  signal: AbortSignal;
  work: (entry: Entry) => Promise<void>;
  /** Whether all other entries would fail with the same error. */
  isFatal: (error: unknown) => boolean;
  onProgress: (counts: WriteCounts) => void;
};

/** Returns the number of done entries, the number of failed entries, and the error that stopped the processing. Never rejects. */
export async function writeMany<Entry>(entries: readonly Entry[], options: Options<Entry>): Promise<WriteCounts & { endedBy?: unknown }> {
  const remaining = [...entries];
  const counts: WriteCounts = { done: 0, failed: 0, total: entries.length };
  let fatal: { error: unknown } | undefined;
  const isStopped = () => fatal !== undefined || options.signal.aborted;
  const worker = async () => {
    while (!isStopped()) {
      const entry = remaining.shift();
      if (entry === undefined) return;
      try {
        await options.work(entry);
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
