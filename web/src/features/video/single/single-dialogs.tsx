import { isRunning } from '#web/features/batch/store/core.ts';
import { Announcer } from '#web/features/batch/view/announcer.tsx';
import { CancelDialog } from '#web/features/batch/view/cancel-dialog.tsx';
import { InsufficientDialog } from '#web/features/credits/insufficient-dialog.tsx';
import { singleVideo } from '../single-tool.ts';
import { canWaitForPayment } from './orders.ts';
import { countersOfRun } from './selectors.ts';
import { useSingle, useSingleEntries, useSingleView } from './use-single.ts';

/** The dialogs before an order or a cancellation, and the announcements for screen readers. */
export function SingleDialogs() {
  const shortfall = useSingle((state) => state.shortfall);
  const question = useSingle((state) => state.cancelQuestion);
  const target = useSingleView((view) => view.target);
  return (
    <>
      <RunAnnouncer />
      <InsufficientDialog
        shortfall={shortfall}
        onClose={singleVideo.dismissShortfall}
        keepOrder={canWaitForPayment(target) ? singleVideo.keepOrder : undefined}
      />
      <CancelDialog kind="video" question={question} onConfirm={singleVideo.confirmCancel} onClose={singleVideo.dismissCancel} />
    </>
  );
}

function RunAnnouncer() {
  const running = useSingle(isRunning);
  const counters = useSingleEntries(({ batches }) => countersOfRun(batches));
  return <Announcer kind="video" running={running} counters={counters} />;
}
