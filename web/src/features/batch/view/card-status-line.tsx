import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wireDollars } from '#web/lib/money.ts';
import { failureKey } from '../cards/failure.ts';
import { placeText } from '../cards/place-text.ts';
import { wasDeliveredLate } from '../cards/run.ts';
import { useBench } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';
import { useSendingText } from './use-sending-text.ts';

/** The state of a card's result. If the item failed, only this line of the card shows the reason. */
export function CardStatusLine({ facts, isLarge }: { facts: CardFacts; isLarge: boolean }) {
  const { ResultNote } = useBench();
  const { item, status } = facts;
  return (
    <>
      <StateText facts={facts} isWrapped={isLarge} />
      {item && status === 'failed' && <FailureReason facts={facts} className="-mt-1.5 line-clamp-5" />}
      {item && status === 'ready' && ResultNote && <ResultNote item={item} />}
    </>
  );
}

/** The reason why an item failed, and what the seller can do. */
export function FailureReason({ facts: { item }, className = '' }: { facts: CardFacts; className?: string }) {
  const { t } = useTranslation();
  const { kind } = useBench();
  if (!item) return null;
  const reason = t(failureKey(kind, item.error));
  return (
    <span className={`shrink-0 text-xs leading-tight text-pretty text-ink ${className}`} title={reason}>
      {reason}
    </span>
  );
}

type Line = { state: string; tone?: string; detail?: ReactNode };

type StateProps = {
  facts: CardFacts;
  /** Whether a long text continues in the next line. Otherwise, the end of the text is hidden. */
  isWrapped?: boolean;
  className?: string;
};

/** The name of the state, and the most important fact about it. */
export function StateText({ facts, isWrapped = false, className = '' }: StateProps) {
  const { t, i18n } = useTranslation();
  const { kind } = useBench();
  const { item, status, isCancelling, hasChanged } = facts;
  const sendingText = useSendingText(facts);
  const lineOf = (): Line => {
    if (status === 'sending') return { state: sendingText };
    if (!item) return { state: t(`state.${status}`), tone: 'font-normal text-muted' };
    switch (status) {
      case 'ready': {
        const paid = wasDeliveredLate(item) ? t('batch.result.late') : t('batch.result.charged', { amount: wireDollars(item.charged) });
        const changed = hasChanged && <span className="text-brass">{t(`${kind}.result.changed`)}</span>;
        return { state: t('state.ready'), tone: 'font-semibold text-success', detail: changed || paid };
      }
      case 'failed': {
        const tried = item.retryCount > 0 && ` · ${t('batch.result.tried', { count: item.retryCount + 1 })}`;
        const detail = `${t('batch.result.not_charged')}${tried || ''}`;
        return { state: t('state.failed'), tone: 'font-semibold text-danger', detail };
      }
      case 'cancelled':
        return { state: t('state.cancelled'), detail: t('batch.result.not_charged') };
      case 'queued': {
        const place = placeText(item, t, i18n.language);
        return { state: isCancelling ? t('state.cancelling') : t('state.queued'), ...(place && { detail: place }) };
      }
      default:
        return {
          state: isCancelling ? t('state.cancelling') : t('state.generating'),
          tone: 'font-semibold text-brass',
          // If the photo was extended, the item waits a second time, now for the vendor of the video.
          detail: (item.line && placeText(item, t, i18n.language)) ?? t('bench.held', { amount: wireDollars(item.cost) }),
        };
    }
  };
  const { state, tone = 'font-semibold', detail } = lineOf();
  return (
    <span className={`flex min-w-0 gap-x-1.5 text-sm ${className}`}>
      <span className={`shrink-0 ${tone}`}>{state}</span>
      {detail !== undefined && (
        <span className={`money min-w-0 text-muted ${isWrapped ? 'line-clamp-3 text-pretty' : 'truncate'}`}>· {detail}</span>
      )}
    </span>
  );
}
