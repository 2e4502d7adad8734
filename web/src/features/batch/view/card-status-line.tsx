import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { wireDollars } from '#web/lib/money.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/hand-focus-on.ts';
import { fileNameOf, menuResult } from '../cards/downloads.ts';
import { failureKey } from '../cards/failure.ts';
import { isLate } from '../cards/run.ts';
import { useBench } from './bench-context.tsx';
import { CardAiWrite } from './card-prompt.tsx';
import { RedoButton } from './redo-button.tsx';
import type { CardFacts } from './use-card.ts';

/** The state of a card's result, and the next step for the seller. */
export function CardStatusLine({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, tool, ResultNote } = useBench();
  const { item, status, name, isCancelling, isLocked, hasChanged } = facts;
  if (status === 'sending') return <Line state={t('batch.result.sending')} />;
  if (!item) return null;
  switch (status) {
    case 'ready':
      return (
        <>
          <Line
            state={t('bench.state.ready')}
            tone="text-success"
            detail={isLate(item) ? t('batch.result.late') : t('batch.result.charged', { amount: wireDollars(item.charged) })}
          >
            {hasChanged && <span className="text-brass">{t(`${kind}.result.changed`)}</span>}
          </Line>
          {ResultNote && <ResultNote item={item} />}
          <div className="mt-auto flex flex-wrap items-center gap-1">
            {!isLocked && <RedoButton facts={facts} look="quiet" />}
            {item.downloadUrl && (
              <a
                href={item.downloadUrl}
                download={fileNameOf(kind, item)}
                aria-label={t(`${kind}.result.download`, { title: item.title })}
                className={`${buttonClass('quiet', 'small')} -ms-1 touch:min-h-11`}
              >
                <Download aria-hidden className="size-4" />
                <span className="max-[84rem]:sr-only">{t('batch.result.download_short')}</span>
              </a>
            )}
            <ResultMenu result={menuResult(kind, item)} />
          </div>
        </>
      );
    case 'failed':
      return (
        <>
          <p className="text-sm text-danger">{t(failureKey(kind, item.error))}</p>
          {item.retryCount > 0 && <p className="money text-xs text-muted">{t('batch.result.tried', { count: item.retryCount + 1 })}</p>}
          <div className="mt-auto flex flex-wrap items-center gap-2">
            {!isLocked && <RedoButton facts={facts} look="framed" />}
            <CardAiWrite facts={facts} />
          </div>
        </>
      );
    case 'cancelled':
      return (
        <>
          <Line state={t('batch.result.cancelled')} detail={t('batch.result.not_charged')} />
          <div className="mt-auto">{!isLocked && <RedoButton facts={facts} look="framed" />}</div>
        </>
      );
    default:
      return (
        <>
          {status === 'queued' ? (
            <Line
              state={isCancelling ? t('batch.result.cancelling') : t('batch.result.queued')}
              detail={item.queuePosition === undefined ? undefined : t('batch.result.position', { position: item.queuePosition })}
            />
          ) : (
            <Line
              state={isCancelling ? t('batch.result.cancelling') : t('batch.result.generating')}
              tone="text-brass"
              detail={t('bench.held', { amount: wireDollars(item.cost) })}
            />
          )}
          <div className="mt-auto">
            <Button
              ref={passFocusToAncestor}
              size="small"
              kind="quiet"
              aria-label={t(`${kind}.cancel_item`, { card: name })}
              aria-disabled={isCancelling}
              onClick={() => !isCancelling && tool.cancelItem(item)}
              className="-ms-3 touch:min-h-11"
            >
              {t('common.cancel')}
            </Button>
          </div>
        </>
      );
  }
}

type LineProps = { state: string; tone?: string; detail?: string | undefined; children?: ReactNode };

const Line = ({ state, tone = '', detail, children }: LineProps) => (
  <p className="flex flex-wrap gap-x-1.5 text-sm">
    <span className={`font-semibold ${tone}`}>{state}</span>
    {detail && <span className="money text-muted">· {detail}</span>}
    {children}
  </p>
);
