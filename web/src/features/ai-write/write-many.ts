/** Processes a list with limited concurrency. An error that all other entries would have, too, stops the processing. */

export type Tally = { done: number; failed: number; total: number };

type Rules<Thing> = {
  atOnce: number;
  /** After an abort, no more work is started. Running work ends or fails as usual. */
  signal: AbortSignal;
  work: (thing: Thing) => Promise<void>;
  /** Whether an error means that all other entries would fail in the same way. */
  endsAll: (error: unknown) => boolean;
  onProgress: (tally: Tally) => void;
};

/** Returns the numbers of done and failed entries, and the error that stopped the processing, if any. Never rejects. */
export async function writeMany<Thing>(things: readonly Thing[], rules: Rules<Thing>): Promise<Tally & { endedBy?: unknown }> {
  const left = [...things];
  const tally: Tally = { done: 0, failed: 0, total: things.length };
  let ended: { by: unknown } | undefined;
  const isOver = () => ended !== undefined || rules.signal.aborted;
  const lane = async () => {
    while (!isOver()) {
      const thing = left.shift();
      if (thing === undefined) return;
      try {
        await rules.work(thing);
        tally.done += 1;
      } catch (error) {
        if (rules.signal.aborted) return;
        if (rules.endsAll(error)) ended ??= { by: error };
        tally.failed += 1;
      }
      rules.onProgress({ ...tally });
    }
  };
  await Promise.all(Array.from({ length: rules.atOnce }, lane));
  return { ...tally, ...(ended && { endedBy: ended.by }) };
}
