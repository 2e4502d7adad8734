import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RunningList } from '#web/features/batch/running/running-list.tsx';
import { useRunningWork } from '#web/features/batch/running/use-running-work.ts';
import { queries } from '#web/lib/queries.ts';
import { Panel } from '#web/ui/panel.tsx';
import { historyKey } from './list-history.ts';

/** The work in progress, with links to its pages. Work that ends moves to the list below. */
export function RunningPanel() {
  const { t } = useTranslation();
  const work = useRunningWork();
  const count = work.length;
  const lastCount = useRef(0);
  useEffect(() => {
    if (count < lastCount.current) void queries.invalidateQueries({ queryKey: historyKey });
    lastCount.current = count;
  }, [count]);
  if (count === 0) return null;
  return (
    <Panel title={t('nav.running_title')} hint={t('nav.running_note')} padding="small" className="mt-6">
      <div className="grid gap-1 sm:grid-cols-2 xl:grid-cols-3">
        <RunningList work={work} />
      </div>
    </Panel>
  );
}
