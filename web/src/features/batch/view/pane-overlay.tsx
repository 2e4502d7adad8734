import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ShownItem } from '../cards/run.ts';
import type { CardFacts } from './use-card.ts';

/**
 * The state of an item over its photo: its position in the queue, or a ring with the time. The card shows the name of the state. A small
 * pane has no space for texts.
 */
export function PaneOverlay({ facts: { item, status, isCancelling }, isSmall }: { facts: CardFacts; isSmall: boolean }) {
  switch (status) {
    case 'sending':
      return (
        <DarkOverlay>
          <Spinner className="size-7 text-on-media" />
        </DarkOverlay>
      );
    case 'queued':
      return (
        <span
          aria-hidden
          className="absolute start-1 bottom-1 flex items-center gap-1 rounded-full bg-media/75 px-2 py-1 text-xs text-on-media"
        >
          <Hourglass className="size-3" />
          <span className="money">{item?.line?.place ?? item?.queuePosition ?? '…'}</span>
        </span>
      );
    case 'generating':
      return (
        <DarkOverlay>
          <Spinner className={isSmall ? 'size-7 text-brass-bright' : 'size-9 text-brass-bright'} />
          {item && !isCancelling && !isSmall && <Stage item={item} />}
          {item?.startedAt && <Elapsed startedAt={item.startedAt} />}
        </DarkOverlay>
      );
    default:
      return null;
  }
}

/** Covers the whole pane, which clips it. */
const DarkOverlay = ({ children }: { children: ReactNode }) => (
  <div className="absolute -inset-4 grid place-content-center justify-items-center gap-1 bg-media/65 p-5 text-center text-sm text-on-media">
    {children}
  </div>
);

/** Time after the start of an item in which its stage is shown, in milliseconds. A longer stage gives the seller no new information. */
const stageShownMs = 15_000;

function Stage({ item }: { item: ShownItem }) {
  const { t } = useTranslation();
  const now = useServerNow();
  const { attempt, startedAt } = item;
  if (attempt && attempt.number > 1) return <span className="money text-xs">{t('batch.result.retrying', attempt)}</span>;
  const stage = 'stage' in item ? item.stage : undefined;
  if (!stage || !startedAt || now - Date.parse(startedAt) > stageShownMs) return null;
  return <span className="text-xs">{t(`batch.stage.${stage}`)}</span>;
}

/** A separate component, because it renders every second. */
export function Elapsed({ startedAt }: { startedAt: string }) {
  const { t } = useTranslation();
  const time = elapsedTime(useServerNow() - Date.parse(startedAt));
  return (
    <span className="money text-xs">
      <span className="sr-only">{t('batch.result.elapsed')} </span>
      {time}
    </span>
  );
}
