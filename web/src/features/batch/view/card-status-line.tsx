import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReadinessChips } from '#web/features/readiness/readiness-chips.tsx';
import { dollarsFromApi } from '#web/lib/money.ts';
import { failureKey } from '../cards/failure.ts';
import { type ShownItem, wasDeliveredLate } from '../cards/run.ts';
import { useBench } from './bench-context.tsx';
import { Elapsed } from './elapsed.tsx';
import type { CardFacts } from './use-card.ts';
import { useSendingText } from './use-sending-text.ts';

/** The state of a card's result. The reason of a failure is shown only here. */
export function CardStatusLine({ facts }: { facts: CardFacts }) {
  const { kind, ResultNote } = useBench();
  const { item, status } = facts;
  return (
    <>
      <StateText facts={facts} />
      {item && status === 'failed' && (
        <FailureReason facts={facts} className={`-mt-1.5 ${kind === 'image' ? 'line-clamp-4' : 'line-clamp-5'}`} />
      )}
      {item && status === 'ready' && ResultNote && <ResultNote item={item} />}
      {item && status === 'ready' && <CardReadiness item={item} isOneLine />}
    </>
  );
}

/** Whether the result passes the rules of the seller's marketplaces. */
export const CardReadiness = ({ item, isOneLine = false }: { item: ShownItem; isOneLine?: boolean }) => (
  <ReadinessChips probe={item.probe} result={item.downloadUrl} title={item.title} isOneLine={isOneLine} />
);

/** The reason why an item failed, and what the seller can do. */
export function FailureReason({ facts: { item }, className = '' }: { facts: CardFacts; className?: string }) {
  const { t } = useTranslation();
  const { kind } = useBench();
  if (!item) return null;
  const reason = t(failureKey(kind, item.error));
  return (
    <span className={`shrink-0 text-xs leading-4.5 text-pretty text-ink ${className}`} title={reason}>
      {reason}
    </span>
  );
}

type Line = { state: string; tone?: string; detail?: ReactNode };

type StateProps = {
  facts: CardFacts;
  /** Whether the line shows the elapsed time instead of the reserved amount. */
  hasClock?: boolean;
  className?: string;
};

/** The name of the state, and the most important fact about it. */
export function StateText({ facts, hasClock = false, className = '' }: StateProps) {
  const { t } = useTranslation();
  const { kind } = useBench();
  const { item, status, lineNumber, isCancelling, hasChanged } = facts;
  const sendingText = useSendingText(facts);
  const workDetail = ({ line, startedAt, cost }: ShownItem): ReactNode => {
    // If the photo was extended, the item waits a second time, now for the vendor of the video.
    if (line) return t('batch.result.position', { position: line.place });
    return hasClock ? startedAt && <Elapsed startedAt={startedAt} /> : t('bench.held', { amount: dollarsFromApi(cost) });
  };
  const lineOf = (): Line => {
    if (status === 'sending') return { state: sendingText };
    if (!item) return { state: t(`state.${status}`), tone: 'font-normal text-muted' };
    switch (status) {
      case 'ready': {
        const paid = wasDeliveredLate(item) ? t('batch.result.late') : t('batch.result.charged', { amount: dollarsFromApi(item.charged) });
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
        const number = lineNumber !== undefined && t('batch.result.position', { position: lineNumber });
        return { state: isCancelling ? t('state.cancelling') : t('state.queued'), ...(number && { detail: number }) };
      }
      default:
        return {
          state: isCancelling ? t('state.cancelling') : t('state.generating'),
          tone: 'font-semibold text-brass',
          detail: workDetail(item),
        };
    }
  };
  const { state, tone = 'font-semibold', detail } = lineOf();
  return (
    // The gap is as wide as the space after the dot.
    <span className={`flex min-w-0 gap-x-[0.2em] text-sm ${className}`}>
      <span className={`shrink-0 ${tone}`}>{state}</span>
      {detail !== undefined && <span className="money min-w-0 truncate text-muted">· {detail}</span>}
    </span>
  );
}
