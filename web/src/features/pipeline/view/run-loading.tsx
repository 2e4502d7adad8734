import { useTranslation } from 'react-i18next';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { stageClass } from '#web/ui/stage.ts';
import { usePipeline } from '../store/core.ts';
import { readAgain } from '../store/runs.ts';
import { runColumns } from './run-view.tsx';

/** Shown until the page has read the run, or if the run cannot be read. The empty panels have the positions of the later panels. */
export function RunLoading() {
  const { t } = useTranslation();
  const hasFailed = usePipeline((state) => state.hasFailed || state.isRetrying);
  const expectsRun = usePipeline(({ runId, requestedRunId }) => runId !== undefined || requestedRunId !== undefined);
  if (hasFailed)
    return (
      <Alert tone="danger" actions={<Button onClick={readAgain}>{t('common.try_again')}</Button>}>
        {t('pipeline.load_failed')}
      </Alert>
    );
  const loading = <Loading label={t('common.loading')} className="grid min-h-[calc(var(--spacing-stage)-1rem)] place-items-center" />;
  if (!expectsRun) return loading;
  return (
    <div className={runColumns}>
      <EmptyPanel />
      <div
        className={`rounded-lg ${stageClass} max-tablet:-mx-4 max-tablet:rounded-none tablet:col-span-2 desktop:col-span-1 [&_p]:text-on-bench-muted! [&_svg]:text-brass-bright!`}
      >
        {loading}
      </div>
      <EmptyPanel />
    </div>
  );
}

/** Grey lines at the positions of the later texts. */
const EmptyPanel = () => (
  <Panel as="div" className="max-desktop:hidden">
    <div aria-hidden className="grid gap-3 motion-safe:animate-breathe *:rounded-sm *:bg-sand">
      <span className="h-7 w-3/5" />
      <span className="mb-3 h-4 w-4/5" />
      {['first', 'second', 'third', 'fourth', 'fifth'].map((line) => (
        <span key={line} className="h-9" />
      ))}
    </div>
  </Panel>
);
