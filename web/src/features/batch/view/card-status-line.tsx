import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { wireDollars } from '#web/lib/money.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/hand-focus-on.ts';
import { fileNameOf, menuResult } from '../cards/downloads.ts';
import { failureKey } from '../cards/failure.ts';
import { placeText } from '../cards/place-text.ts';
import { isLate } from '../cards/run.ts';
import { useBench } from './bench-context.tsx';
import { CardAiWrite } from './card-prompt.tsx';
import { RedoButton } from './redo-button.tsx';
import type { CardFacts } from './use-card.ts';

/** The state of a card's result, and the next step for the seller. */
export function CardStatusLine({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, ResultNote } = useBench();
  const { item, status, isLocked, hasChanged } = facts;
  if (!item || status === 'sending') return <StateText facts={facts} />;
  switch (status) {
    case 'ready':
      return (
        <>
          <StateText facts={facts}>{hasChanged && <span className="text-brass">{t(`${kind}.result.changed`)}</span>}</StateText>
          {ResultNote && <ResultNote item={item} />}
          <div className="mt-auto flex flex-wrap items-center gap-1">
            {!isLocked && <RedoButton facts={facts} look="quiet" />}
            <DownloadLink facts={facts} />
            <ResultMenu result={menuResult(kind, item)} />
          </div>
        </>
      );
    case 'failed':
      return (
        <>
          <p className="text-sm text-danger">{t(failureKey(kind, item.error))}</p>
          {item.retryCount > 0 && <p className="money text-xs text-muted">{t('batch.result.tried', { count: item.retryCount + 1 })}</p>}
          {!isLocked && (
            <div className="mt-auto flex items-center gap-1">
              <RedoButton facts={facts} look="framed" />
              <CardAiWrite facts={facts} look="icon" />
            </div>
          )}
        </>
      );
    case 'cancelled':
      return (
        <>
          <StateText facts={facts} />
          {!isLocked && (
            <div className="mt-auto">
              <RedoButton facts={facts} look="framed" />
            </div>
          )}
        </>
      );
    default:
      return (
        <div className="-me-3 -mb-2 flex min-h-9 items-center gap-2">
          <StateText facts={facts} className="min-w-0 flex-1" />
          <CancelButton facts={facts} />
        </div>
      );
  }
}

/** The name of the state, and the most important fact about it. */
export function StateText({ facts, className = '', children }: { facts: CardFacts; className?: string; children?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { item, status, isCancelling } = facts;
  const lineOf = (): { state: string; tone?: string; detail?: string } => {
    if (status === 'sending') return { state: t('batch.result.sending') };
    if (!item) return { state: t(`bench.state.${status}`), tone: 'font-normal text-muted' };
    switch (status) {
      case 'ready': {
        const detail = isLate(item) ? t('batch.result.late') : t('batch.result.charged', { amount: wireDollars(item.charged) });
        return { state: t('bench.state.ready'), tone: 'font-semibold text-success', detail };
      }
      case 'failed':
        return { state: t('batch.result.failed'), tone: 'font-semibold text-danger', detail: t('batch.result.not_charged') };
      case 'cancelled':
        return { state: t('batch.result.cancelled'), detail: t('batch.result.not_charged') };
      case 'queued': {
        const place = placeText(item, t, i18n.language);
        return { state: isCancelling ? t('batch.result.cancelling') : t('batch.result.queued'), ...(place && { detail: place }) };
      }
      default:
        return {
          state: isCancelling ? t('batch.result.cancelling') : t('batch.result.generating'),
          tone: 'font-semibold text-brass',
          // A video with an extended photo waits a second time, for the vendor of the video.
          detail: (item.line && placeText(item, t, i18n.language)) ?? t('bench.held', { amount: wireDollars(item.cost) }),
        };
    }
  };
  const { state, tone = 'font-semibold', detail } = lineOf();
  return (
    <p className={`flex flex-wrap gap-x-1.5 text-sm ${className}`}>
      <span className={tone}>{state}</span>
      {detail && <span className="money text-muted">· {detail}</span>}
      {children}
    </p>
  );
}

export function CancelButton({ facts: { item, name, isCancelling } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  if (!item) return null;
  return (
    <Button
      ref={passFocusToAncestor}
      size="small"
      kind="quiet"
      aria-label={t(`${kind}.cancel_item`, { card: name })}
      aria-disabled={isCancelling}
      onClick={() => !isCancelling && tool.cancelItem(item)}
    >
      {t('common.cancel')}
    </Button>
  );
}

/** Saves the result of a card. In a narrow card, the link shows only its icon. */
export function DownloadLink({ facts: { item, isLocked }, look = 'text' }: { facts: CardFacts; look?: 'text' | 'icon' }) {
  const { t } = useTranslation();
  const { kind } = useBench();
  if (!item?.downloadUrl) return null;
  return (
    <a
      href={item.downloadUrl}
      download={fileNameOf(kind, item)}
      aria-label={t(`${kind}.result.download`, { title: item.title })}
      className={
        look === 'text' ? `${buttonClass('quiet', 'small')} -ms-1 first:-ms-3` : `${buttonClass('quiet', 'small')} px-2.5! touch:min-w-11`
      }
    >
      <Download aria-hidden className="size-4" />
      {look === 'text' && <span className={isLocked ? '' : 'max-[84rem]:sr-only'}>{t('batch.result.download_short')}</span>}
    </a>
  );
}
