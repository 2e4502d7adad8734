import { useEffect, useRef, useState } from 'react';
import { joinMeasured, type Measured, measured, readMeasured, writeMeasured } from './durations.ts';
import type { ShownItem } from './run.ts';

/** The durations this browser remembers; what the page sees delivered is added to them. */
export function useDurations(items: ReadonlyMap<string, ShownItem>): readonly Measured[] {
  const [kept, setKept] = useState(readMeasured);
  const seen = useRef<ReadonlySet<string>>(new Set(kept.map(({ id }) => id)));

  useEffect(() => {
    const fresh = measured([...items.values()]).filter(({ id }) => !seen.current.has(id));
    if (fresh.length === 0) return;
    seen.current = new Set([...seen.current, ...fresh.map(({ id }) => id)]);
    // Another tab may have added its own.
    const joined = joinMeasured(readMeasured(), fresh);
    writeMeasured(joined);
    setKept(joined);
  }, [items]);

  return kept;
}
