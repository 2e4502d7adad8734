import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useReopened } from '#web/features/batch/use-reopened.ts';
import { useLoadReadiness } from '#web/features/readiness/readiness-store.ts';
import { useHeldFiles } from '#web/features/upload/use-held-files.ts';
import { usePassedImages } from '#web/features/upload/use-passed-images.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { StorageWarning } from '#web/ui/storage-warning.tsx';
import { progressOf } from '../cards/run.ts';
import { hasRun, isRunning } from '../store/core.ts';
import { Announcer } from './announcer.tsx';
import { BenchBar } from './bench-bar.tsx';
import { type Bench, BenchProvider, useBench, useBenchState } from './bench-context.tsx';
import { BenchHead } from './bench-head.tsx';
import { useBenchKeys } from './bench-keys.ts';
import { BulkToolbar } from './bulk-toolbar.tsx';
import { CardList } from './card-list.tsx';
import { CardSheet } from './card-sheet.tsx';
import { EmptyBench } from './empty-bench.tsx';
import { ListEnd } from './list-end.tsx';
import { OrderFailureNote } from './order-failure.tsx';
import { BenchQuestions } from './questions.tsx';
import { RunFilters } from './run-filters.tsx';
import { SelectionActions } from './selection-actions.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useIsEmptyPage } from './use-is-empty-page.ts';
import { useRunEnd } from './use-run-end.ts';
import { viewStore } from './view-store.ts';

/** A page that makes batches. It contains the photos, their settings, and their results. */
export function Workbench({ bench }: { bench: Bench }) {
  return (
    <BenchProvider bench={bench}>
      <PageTitle page={bench.title} />
      <BenchPage />
    </BenchProvider>
  );
}

function BenchPage() {
  const { tool } = useBench();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isEmpty = useIsEmptyPage();
  const isRunShown = useBenchState(hasRun);
  const isFiltered = useStore(viewStore, ({ filter }) => filter !== 'all');
  const failure = useBenchState((state) => state.failure);
  useTool();
  useLoadReadiness();
  useRunEnd();
  useBenchKeys({ onHelp: () => setHelpOpen(true), onUndo: tool.undoLastChange });
  return (
    <>
      <PageWidth>
        <StorageWarning />
        <BenchHead isEmpty={isEmpty} />
        {isEmpty ? <EmptyBench /> : isRunShown || isFiltered ? <RunFilters /> : <BulkToolbar />}
        <CardList />
        <ListEnd onHelp={() => setHelpOpen(true)} />
      </PageWidth>
      {failure && (
        <div className="fixed inset-x-4 bottom-[calc(var(--bar-height,0px)+1rem)] z-30 mx-auto max-w-xl">
          <OrderFailureNote failure={failure} onDismiss={tool.dismissFailure} />
        </div>
      )}
      <SelectionActions />
      <BenchBar />
      <RunAnnouncer />
      <CardSheet />
      <BenchQuestions />
      <ShortcutsDialog open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  );
}

/** Starts the tool, and sends an order whose payment has arrived. */
function useTool(): void {
  const { tool } = useBench();
  const restored = useBenchState((state) => state.restored);
  const profile = useProfile();
  usePassedImages(restored, tool.addPhotos);
  useReopened(restored, tool.openAgain);
  useHeldFiles(useBenchState(({ restored, loadingRuns }) => restored && !loadingRuns));
  const isReady = restored && profile !== undefined && balancesOf(profile).available !== undefined;
  useEffect(() => {
    tool.start();
    tool.findOtherBatches();
  }, [tool]);
  useEffect(() => {
    if (isReady) tool.sendPaidOrder();
  }, [tool, isReady]);
}

function RunAnnouncer() {
  const { kind } = useBench();
  const running = useBenchState(isRunning);
  const counters = useBenchState(useShallow(({ draft, items, batches }) => progressOf(batches, draft.cards, items)));
  return <Announcer kind={kind} running={running} counters={counters} />;
}
