import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import { InsufficientDialog } from '#web/features/credits/insufficient-dialog.tsx';
import { RejectedDialog } from '#web/features/upload/rejected-dialog.tsx';
import { Announcer } from './announcer.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { type BasicSettings, fingerprint } from './cards.ts';
import { CreateFailureNote } from './create-failure.tsx';
import { downloadsOf } from './downloads.ts';
import { RecreateDialog } from './recreate-dialog.tsx';
import { type Lacking, lacksCredits } from './run.ts';
import { RunClock } from './run-clock.tsx';
import { RunStatus } from './run-status.tsx';
import type { BatchPageOf } from './use-batch-page.ts';
import { questionOf } from './use-cancel.ts';

type Props<Settings extends BasicSettings, Model extends string, Item extends BatchItem> = {
  page: BatchPageOf<Settings, Model, Item>;
  /** What begun cards still need. */
  missing: readonly Lacking[];
};

/** Below the cards: the bar that orders them and tells how the run goes, and what must be asked or said on the way. */
export function RunSection<Settings extends BasicSettings, Model extends string, Item extends BatchItem>({
  page,
  missing,
}: Props<Settings, Model, Item>) {
  const { kind, making, state, runs, running, hasRun, eligible, failed, available, counters, cancel, order } = page;
  const { quote } = making;
  const total = quote(eligible);
  const runningBatches = runs.batches.filter((batch) => batch.status === 'running');
  const cancellable = order.sending?.phase === 'uploading' || questionOf(runningBatches).orders.length > 0;
  const cancelAll = () => (order.sending ? order.stop() : cancel.cancelAll(runningBatches));

  return (
    <>
      <BottomBar
        kind={kind}
        count={eligible.length}
        total={total}
        running={running}
        hasRun={hasRun}
        retry={{ count: failed.length, total: quote(failed) }}
        downloads={downloadsOf(
          kind,
          state.cards.map(({ id }) => runs.items.get(id)),
        )}
        settled={eligible.every((card) => state.sent[card.id] === fingerprint(card))}
        missing={missing}
        lacksCredits={available !== undefined && lacksCredits(kind, available, total)}
        signedIn={page.signedIn}
        waiting={!page.restored || runs.loading}
        onCancel={cancellable ? cancelAll : undefined}
        onCreate={page.press}
        onRetry={() => page.start(failed)}
        onStartNew={page.startNew}
        status={
          <RunStatus
            kind={kind}
            running={running}
            uploading={runs.loading ? undefined : page.uploadProgress}
            hasRun={hasRun}
            counters={counters}
            clock={<RunClock batches={runningBatches} remembered={page.remembered} />}
          />
        }
      >
        {runs.struggling && <Struggling />}
        {order.failure && <CreateFailureNote failure={order.failure} onDismiss={order.dismissFailure} />}
      </BottomBar>

      <Announcer kind={kind} running={running} counters={counters} />
      <RejectedDialog rejection={page.photos.rejection} onClose={page.photos.dismissRejection} />
      <InsufficientDialog shortfall={page.shortfall} onClose={page.dismissShortfall} keepOrder={page.keepOrder} />
      <CancelDialog kind={kind} question={cancel.question} onConfirm={cancel.confirm} onClose={cancel.dismiss} />
      <RecreateDialog
        kind={kind}
        choices={page.choices}
        available={available}
        quote={quote}
        onClose={page.dismissChoices}
        onChoose={(cards) => {
          page.dismissChoices();
          page.start(cards);
        }}
      />
    </>
  );
}

/** The last answers did not come. */
export function Struggling() {
  const { t } = useTranslation();
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-sm text-brass">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {t('batch.struggling')}
    </p>
  );
}
