import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind, Counters } from '#shared/batch/batch.ts';

/** Announces the progress of a run to screen readers: the end of each item, and the end of the run. */
export function Announcer({ kind, running, counters }: { kind: BatchKind; running: boolean; counters: Counters }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const previous = useRef({ running: false, ended: 0 });
  const { completed, failed, cancelled, total } = counters;

  useEffect(() => {
    const ended = completed + failed + cancelled;
    const last = previous.current;
    previous.current = { running, ended };
    if (running && !last.running) setText(t(`${kind}.announce.started`));
    else if (running && ended !== last.ended) setText(t(`${kind}.announce.progress`, { completed, failed: failed + cancelled, total }));
    else if (!running && last.running && total > 0) setText(t(`${kind}.announce.finished`, { completed, failed: failed + cancelled }));
  }, [kind, running, completed, failed, cancelled, total, t]);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
