import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RunningList } from '#web/features/batch/running/running-list.tsx';
import { useRunningWork } from '#web/features/batch/running/use-running-work.ts';
import { queries } from '#web/lib/queries.ts';
import { historyKey } from '#web/lib/query-keys.ts';
import { Panel } from '#web/ui/panel.tsx';

/** The work in progress, with links to its pages. Work that ends moves to the list below. */
export function RunningPanel() {
  const { t } = useTranslation();
  const id = useId();
  const work = useRunningWork();
  const count = work.length;
  const lastCount = useRef(0);
  useEffect(() => {
    if (count < lastCount.current) void queries.invalidateQueries({ queryKey: historyKey });
    lastCount.current = count;
  }, [count]);
  if (count === 0) return null;
  return (
    <Panel aria-labelledby={id} padding="small" className="mb-3 lg:flex lg:items-center lg:gap-6">
      <div className="lg:max-w-72">
        <h2 id={id} className="text-2xl font-semibold">
          {t('nav.running_title')}
        </h2>
        <p className="text-sm text-pretty text-muted">{t('nav.running_note')}</p>
      </div>
      <div className="grid flex-1 gap-1 max-lg:-mx-3 max-lg:mt-2 sm:grid-cols-2 xl:grid-cols-3">
        <RunningList work={work} />
      </div>
    </Panel>
  );
}
