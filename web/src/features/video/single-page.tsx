import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/auth/get-profile.ts';
import { isLocked } from '#web/features/batch/store/core.ts';
import { useReopened } from '#web/features/batch/use-reopened.ts';
import { useLoadReadiness } from '#web/features/readiness/readiness-store.ts';
import { useHeldFiles } from '#web/features/upload/use-held-files.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { StorageWarning } from '#web/ui/storage-warning.tsx';
import { openSingle } from './single/open-single.ts';
import { RunBar } from './single/run-bar.tsx';
import { SingleDialogs } from './single/single-dialogs.tsx';
import { SingleForm } from './single/single-form.tsx';
import { SingleHeader } from './single/single-header.tsx';
import { TabsPanel } from './single/tabs-panel.tsx';
import { useSingle } from './single/use-single.ts';
import { singleVideo } from './single-tool.ts';

/** The page Single Image to Video (docs/spec.md 6). */
export function SinglePage() {
  const { t } = useTranslation();
  const mayOrder = !useSingle(isLocked);
  const isBalanceKnown = useProfile() !== undefined;
  useHeldFiles(useSingle(({ restored, loadingRuns }) => restored && !loadingRuns));
  useEffect(openSingle, []);
  useLoadReadiness();
  useReopened(
    useSingle(({ restored }) => restored),
    singleVideo.openAgain,
  );
  useEffect(() => {
    if (mayOrder && isBalanceKnown) singleVideo.sendPaidOrder();
  }, [mayOrder, isBalanceKnown]);
  return (
    <>
      <PageTitle page={t('single.title')} />
      <PageWidth className="lg:flex lg:min-h-(--spacing-tool) lg:flex-col">
        <StorageWarning />
        <SingleHeader />
        <div className="grid grid-cols-1 items-stretch gap-4 pb-4 lg:flex-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <SingleForm />
          <TabsPanel />
        </div>
      </PageWidth>
      <RunBar />
      <SingleDialogs />
    </>
  );
}
