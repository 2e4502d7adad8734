import { useCallback, useEffect, useRef, useState } from 'react';
import { onNews } from '#web/lib/drafts.ts';
import { loadWork, newsOfWork, newWork, saveWork, type Work, workKey } from './work.ts';

/** Typing is kept this long after it pauses. */
const saveAfterMs = 300;

/** What stands on the page of one account, or of a visitor, kept at every change. `restored` once it was read. */
export function useWork(owner: string | undefined) {
  const [work, setWork] = useState<Work>(newWork);
  const [restored, setRestored] = useState(false);
  const latest = useRef<Work>(undefined);

  useEffect(() => {
    let gone = false;
    void loadWork(owner).then((stored) => {
      if (gone) return;
      latest.current = stored;
      setWork(stored);
      setRestored(true);
    });
    return () => {
      gone = true;
    };
  }, [owner]);

  const keep = useCallback(async () => {
    if (latest.current) await saveWork(owner, latest.current);
  }, [owner]);

  const change = useCallback((next: Partial<Work>) => {
    // From the newest, for two changes may come before the page is drawn again.
    latest.current = { ...(latest.current ?? newWork()), ...next };
    setWork(latest.current);
  }, []);

  useEffect(
    () =>
      onNews(workKey(owner), () => {
        void newsOfWork(owner).then((merge) => {
          if (!merge || !latest.current) return;
          latest.current = merge(latest.current);
          setWork(latest.current);
        });
      }),
    [owner],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is kept.
  useEffect(() => {
    if (!restored) return;
    const timer = window.setTimeout(() => void keep(), saveAfterMs);
    return () => window.clearTimeout(timer);
  }, [work, restored, keep]);

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void keep();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      void keep();
    };
  }, [keep]);

  return { work, restored, change, keep };
}
