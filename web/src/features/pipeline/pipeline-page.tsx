import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoadReadiness } from '#web/features/readiness/readiness-store.ts';
import { useHeldFiles } from '#web/features/upload/use-held-files.ts';
import { useIsPrerendered } from '#web/lib/is-prerendered.ts';
import { Alert } from '#web/ui/alert.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { StorageWarning } from '#web/ui/storage-warning.tsx';
import { type PipelineState, usePipeline } from './store/core.ts';
import { openPipeline } from './store/pipeline-tool.ts';
import { Announcer } from './view/announcer.tsx';
import { PipelineDialogs } from './view/pipeline-dialogs.tsx';
import { PipelineHeader } from './view/pipeline-header.tsx';
import { RecentRuns } from './view/recent-runs.tsx';
import { RunBar } from './view/run-bar.tsx';
import { RunLoading } from './view/run-loading.tsx';
import { RunView } from './view/run-view.tsx';
import { SetupView } from './view/setup-view.tsx';
import { StartBar } from './view/start-bar.tsx';
import { useRunAddress } from './view/use-run-address.ts';
import { useViewStart } from './view/use-view-start.ts';

const viewOf = ({ isRunKnown, runId, run, isGone }: PipelineState): 'loading' | 'run' | 'setup' => {
  if (isGone && isRunKnown) return 'setup';
  if (!isRunKnown || (runId !== undefined && run === undefined)) return 'loading';
  return run ? 'run' : 'setup';
};

/** The page for before/after runs (docs/spec.md 10). */
export function PipelinePage() {
  const { t } = useTranslation();
  // The build prerenders the page of a visitor, who has no runs.
  const isPrerendered = useIsPrerendered();
  const knownView = usePipeline(viewOf);
  const view = isPrerendered ? 'setup' : knownView;
  const isGone = usePipeline((state) => state.isGone);
  useRunAddress();
  useHeldFiles(usePipeline(({ restored, isRunKnown }) => restored && isRunKnown));
  useEffect(openPipeline, []);
  useLoadReadiness();
  const top = useViewStart();
  return (
    <>
      <PageTitle page={t('pipeline.title')} />
      <PageWidth>
        <StorageWarning />
        <div ref={top} tabIndex={-1} className="outline-none">
          <PipelineHeader />
        </div>
        {isGone && (
          <Alert tone="warning" className="mb-4">
            {t('errors.RunNotFound')}
          </Alert>
        )}
        {view === 'loading' && <RunLoading />}
        {view === 'run' && <RunView />}
        {view === 'setup' && <SetupView />}
        <RecentRuns />
      </PageWidth>
      {view === 'run' && <RunBar />}
      {view === 'setup' && <StartBar />}
      <Announcer />
      <PipelineDialogs />
    </>
  );
}
