import { Ban, CircleAlert, Clapperboard, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureClass } from '#web/features/batch/failure.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FinishedVideo } from './finished-video.tsx';
import { isLate, type ShownItem } from './run.ts';

type Props = {
  /** What the card is called. */
  name: string;
  /** What its cancel button is called, unless it is that of a card. */
  cancelLabel?: string;
  item: ShownItem | undefined;
  sending: boolean;
  changed: boolean;
  /** Its cancelling was asked for just now. */
  cancelling: boolean;
  onCancel: (item: ShownItem) => void;
  onStale: () => void;
};

const tile = 'flex aspect-4/5 flex-col items-center justify-center gap-2 rounded-md p-3 text-center text-sm';

/** What has become of a card (SPEC 2: placeholder, queued, generating, completed with an enlarged preview, failed with its error). */
export function ResultSlot({ name, cancelLabel, item, sending, changed, cancelling, onCancel, onStale }: Props) {
  const { t } = useTranslation();

  if (sending)
    return (
      <div className={`${tile} bg-sand text-muted`}>
        <Spinner />
        {t('video.result.sending')}
      </div>
    );
  if (!item)
    return (
      <div className={`${tile} border border-line text-muted`}>
        <Clapperboard aria-hidden className="size-6" />
        {t('video.result.placeholder')}
      </div>
    );
  if (item.status === 'completed' || isLate(item)) return <FinishedVideo item={item} changed={changed} onStale={onStale} />;
  if (item.status === 'failed' || item.status === 'cancelled') return <NotMade item={item} />;

  const ending = cancelling || item.isCancelling === true;
  return (
    <div className="min-w-0">
      {item.status === 'queued' ? <Queued item={item} ending={ending} /> : <Generating item={item} ending={ending} onStale={onStale} />}
      <Button
        ref={handFocusOn}
        size="small"
        kind="quiet"
        aria-label={cancelLabel ?? t('video.cancel_item', { card: name })}
        aria-disabled={ending}
        onClick={() => !ending && onCancel(item)}
        className="mt-1.5 w-full"
      >
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function Queued({ item, ending }: { item: ShownItem; ending: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={`${tile} bg-sand text-ink`}>
      <Clock aria-hidden className="size-6 text-muted" />
      <span className="font-semibold">{ending ? t('video.result.cancelling') : t('video.result.queued')}</span>
      {item.queuePosition !== undefined && !ending && (
        <span className="money text-xs text-muted">{t('video.result.position', { position: item.queuePosition })}</span>
      )}
    </div>
  );
}

function Generating({ item, ending, onStale }: { item: ShownItem; ending: boolean; onStale: () => void }) {
  const { t } = useTranslation();
  const { attempt } = item;
  return (
    <div className={`${tile} relative overflow-hidden bg-media text-on-media`}>
      {item.photoUrl && (
        <img src={item.photoUrl} alt="" onError={onStale} className="absolute inset-0 size-full animate-breathe object-cover opacity-35" />
      )}
      <Spinner className="relative size-6 text-on-media" />
      <span className="relative font-semibold">{ending ? t('video.result.cancelling') : t('video.result.generating')}</span>
      {!ending && (
        <span className="money relative text-xs">
          {attempt && attempt.number > 1 ? t('video.result.retrying', attempt) : t(`video.stage.${item.stage ?? 'submitting'}`)}
        </span>
      )}
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
      <span className="sr-only">{t('video.result.elapsed')} </span>
      {time}
    </span>
  );
}

function NotMade({ item }: { item: ShownItem }) {
  const { t } = useTranslation();
  const failed = item.status === 'failed';
  return (
    <div className={`${tile} ${failed ? 'bg-danger-soft' : 'bg-sand'} text-ink`}>
      {failed ? <CircleAlert aria-hidden className="size-6 text-danger" /> : <Ban aria-hidden className="size-6 text-muted" />}
      <span className={`font-semibold ${failed ? 'text-danger' : ''}`}>
        {failed ? t('video.result.failed') : t('video.result.cancelled')}
      </span>
      {failed && <span className="text-xs">{t(`video_generator.errors.${failureClass(item.error)}`)}</span>}
      {failed && item.retryCount > 0 && (
        <span className="money text-xs text-muted">{t('video.result.tried', { count: item.retryCount + 1 })}</span>
      )}
      <span className="text-xs font-semibold text-success">{t('video.result.not_charged')}</span>
    </div>
  );
}
