import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { fileNameOf, menuResult } from '../cards/downloads.ts';
import { useBench } from './bench-context.tsx';
import { CardAiWrite } from './card-prompt.tsx';
import { RedoButton } from './redo-button.tsx';
import type { CardFacts } from './use-card.ts';

/**
 * The actions of a card during and after a run: the next step, a second step, and a menu. Each action has a fixed place, so that no button
 * moves when the state changes. A place can be empty.
 */
export function CardActions({ facts }: { facts: CardFacts }) {
  const { kind } = useBench();
  const { item, status, isLocked } = facts;
  return (
    <div className="@container mt-auto shrink-0">
      <div className="grid min-h-9 grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-1">
        <span className="flex">
          <NextStep facts={facts} />
        </span>
        <span className="flex">
          {!isLocked && status === 'ready' && <RedoButton facts={facts} look="short" />}
          {!isLocked && status === 'failed' && <CardAiWrite facts={facts} look="icon" />}
        </span>
        <span className="flex empty:hidden">{item && status === 'ready' && <ResultMenu result={menuResult(kind, item)} />}</span>
      </div>
    </div>
  );
}

/** The most useful action in the state of the card. */
function NextStep({ facts }: { facts: CardFacts }) {
  switch (facts.status) {
    case 'ready':
      return <DownloadLink facts={facts} />;
    case 'failed':
    case 'cancelled':
      return facts.isLocked ? null : <RedoButton facts={facts} look="framed" />;
    case 'queued':
    case 'generating':
      return <CancelButton facts={facts} look="secondary" />;
    default:
      return null;
  }
}

type CancelProps = { facts: CardFacts; look?: 'quiet' | 'secondary' };

export function CancelButton({ facts: { item, name, isCancelling }, look = 'quiet' }: CancelProps) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  if (!item) return null;
  return (
    <Button
      ref={passFocusToAncestor}
      size="small"
      kind={look}
      aria-label={t(`${kind}.cancel_item`, { card: name })}
      aria-disabled={isCancelling}
      onClick={() => !isCancelling && tool.cancelItem(item)}
    >
      {t('common.cancel')}
    </Button>
  );
}

/** Saves the result of a card. In a narrow card, the link shows only its icon. */
export function DownloadLink({ facts: { item }, look = 'text' }: { facts: CardFacts; look?: 'text' | 'icon' }) {
  const { t } = useTranslation();
  const { kind } = useBench();
  if (!item?.downloadUrl) return null;
  const isText = look === 'text';
  return (
    <a
      href={item.downloadUrl}
      download={fileNameOf(kind, item)}
      aria-label={t(`${kind}.result.download`, { title: item.title })}
      className={`${buttonClass(isText ? 'secondary' : 'quiet', 'small')} ${isText ? '' : 'px-2.5! touch:min-w-11'}`}
    >
      <Download aria-hidden className="size-4" />
      {isText && <span className="@max-[16.25rem]:sr-only">{t('batch.result.download_short')}</span>}
    </a>
  );
}
