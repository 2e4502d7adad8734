import { Ban, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { failureKey } from './failure.ts';
import { KindIcon } from './kind-icon.tsx';
import { isLate, type ShownItem } from './run.ts';
import type { Cancellable } from './use-cancel.ts';

type Props<Item extends BatchItem> = {
  kind: BatchKind;
  /** What the card is called. */
  name: string;
  /** What its cancel button is called, unless it is that of a card. */
  cancelLabel?: string;
  item: ShownItem<Item> | undefined;
  sending: boolean;
  /** Its cancelling was asked for just now. */
  cancelling: boolean;
  /** What is said of a place in the line, from 1; the place itself unless given. */
  line?: (position: number) => string;
  onCancel: (item: Cancellable) => void;
  onStale: () => void;
  /** What has been delivered. */
  finished: (item: ShownItem<Item>) => ReactNode;
};

const tile = 'flex aspect-4/5 flex-col items-center justify-center gap-2 rounded-md p-3 text-center text-sm';

/** What has become of a card (SPEC 2: placeholder, queued, generating, completed with an enlarged preview, failed with its error). */
export function ResultSlot<Item extends BatchItem>(props: Props<Item>) {
  const { kind, name, item, sending, cancelling, onCancel, onStale } = props;
  const { t } = useTranslation();

  if (sending)
    return (
      <div className={`${tile} bg-sand text-muted`}>
        <Spinner />
        {t('batch.result.sending')}
      </div>
    );
  if (!item)
    return (
      <div className={`${tile} border border-line text-muted`}>
        <KindIcon kind={kind} className="size-6" />
        {t(`${kind}.result.placeholder`)}
      </div>
    );
  if (item.status === 'completed' || isLate(item)) return props.finished(item);
  if (item.status === 'failed' || item.status === 'cancelled') return <NotMade kind={kind} item={item} />;

  const ending = cancelling || item.isCancelling === true;
  return (
    <div className="min-w-0">
      {item.status === 'queued' ? (
        <Queued item={item} ending={ending} line={props.line} />
      ) : (
        <Generating item={item} ending={ending} onStale={onStale} />
      )}
      <Button
        ref={handFocusOn}
        size="small"
        kind="quiet"
        aria-label={props.cancelLabel ?? t(`${kind}.cancel_item`, { card: name })}
        aria-disabled={ending}
        onClick={() => !ending && onCancel(item)}
        className="mt-1.5 w-full"
      >
        {t('common.cancel')}
      </Button>
    </div>
  );
}

type QueuedProps = { item: ShownItem; ending: boolean; line: ((position: number) => string) | undefined };

function Queued({ item, ending, line }: QueuedProps) {
  const { t } = useTranslation();
  return (
    <div className={`${tile} bg-sand text-ink`}>
      <Clock aria-hidden className="size-6 text-muted" />
      <span className="font-semibold">{ending ? t('batch.result.cancelling') : t('batch.result.queued')}</span>
      {item.queuePosition !== undefined && !ending && (
        <span className="money text-xs text-muted">
          {line?.(item.queuePosition) ?? t('batch.result.position', { position: item.queuePosition })}
        </span>
      )}
    </div>
  );
}

function Generating({ item, ending, onStale }: { item: ShownItem; ending: boolean; onStale: () => void }) {
  const { t } = useTranslation();
  const { attempt } = item;
  const stage = 'stage' in item ? item.stage : undefined;
  const said = attempt && attempt.number > 1 ? t('batch.result.retrying', attempt) : stage && t(`batch.stage.${stage}`);
  return (
    <div className={`${tile} relative overflow-hidden bg-media text-on-media`}>
      {item.photoUrl && (
        <img src={item.photoUrl} alt="" onError={onStale} className="absolute inset-0 size-full animate-breathe object-cover opacity-35" />
      )}
      <Spinner className="relative size-6 text-on-media" />
      <span className="relative font-semibold">{ending ? t('batch.result.cancelling') : t('batch.result.generating')}</span>
      {!ending && said && <span className="money relative text-xs">{said}</span>}
      {item.startedAt && <Elapsed since={item.startedAt} />}
    </div>
  );
}

/** Draws itself every second, and nothing else with it. */
function Elapsed({ since }: { since: string }) {
  const { t } = useTranslation();
  const time = elapsedTime(useServerNow() - Date.parse(since));
  return (
    <span className="money relative text-xs">
      <span className="sr-only">{t('batch.result.elapsed')} </span>
      {time}
    </span>
  );
}

function NotMade({ kind, item }: { kind: BatchKind; item: ShownItem }) {
  const { t } = useTranslation();
  const failed = item.status === 'failed';
  return (
    <div className={`${tile} ${failed ? 'bg-danger-soft' : 'bg-sand'} text-ink`}>
      {failed ? <CircleAlert aria-hidden className="size-6 text-danger" /> : <Ban aria-hidden className="size-6 text-muted" />}
      <span className={`font-semibold ${failed ? 'text-danger' : ''}`}>
        {failed ? t('batch.result.failed') : t('batch.result.cancelled')}
      </span>
      {failed && <span className="text-xs">{t(failureKey(kind, item.error))}</span>}
      {failed && item.retryCount > 0 && (
        <span className="money text-xs text-muted">{t('batch.result.tried', { count: item.retryCount + 1 })}</span>
      )}
      <span className="text-xs font-semibold text-success">{t('batch.result.not_charged')}</span>
    </div>
  );
}
