import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { fileNameOf } from '../cards/downloads.ts';
import { useBench } from './bench-context.tsx';
import { CardAiWrite } from './card-prompt.tsx';
import { RedoButton } from './redo-button.tsx';
import { isShortWord } from './short-word.ts';
import type { CardFacts } from './use-card.ts';

/** The actions of a card during and after a run: the main action, and a second action. The other actions are in the menu of the card. */
export function CardActions({ facts }: { facts: CardFacts }) {
  const { status, isLocked } = facts;
  return (
    <div className="@container mt-auto shrink-0">
      <div className="flex min-h-9 items-center gap-1">
        <NextStep facts={facts} />
        {!isLocked && status === 'ready' && <RedoButton facts={facts} look="card" />}
        {!isLocked && status === 'failed' && <CardAiWrite facts={facts} look="icon" />}
      </div>
    </div>
  );
}

/** The most useful action in the state of the card. */
function NextStep({ facts }: { facts: CardFacts }) {
  const { kind } = useBench();
  switch (facts.status) {
    case 'ready':
      // During the run, no other action needs the space.
      return <DownloadLink facts={facts} look={facts.isLocked ? 'wide' : kind === 'image' ? 'boxed' : 'text'} />;
    case 'failed':
    case 'cancelled':
      return facts.isLocked ? null : <RedoButton facts={facts} look="card" />;
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

/** The classes of a link, and of the word in the link. A short word fits in a narrower card than a long word. */
const wordLooks = {
  short: { link: '@max-[13rem]:size-9 @max-[13rem]:px-0! touch:@max-[13rem]:size-11', word: '@max-[13rem]:sr-only' },
  long: { link: '@max-[19rem]:size-9 @max-[19rem]:px-0! touch:@max-[19rem]:size-11', word: '@max-[19rem]:sr-only' },
};

type DownloadProps = {
  facts: CardFacts;
  /** `boxed` and `icon` show only an icon, and `icon` has no border. `wide` has a separate line, so its word always fits. */
  look?: 'text' | 'wide' | 'boxed' | 'icon';
};

/** Saves the result of a card. In a narrow card, the link shows only its icon. */
export function DownloadLink({ facts: { item }, look = 'text' }: DownloadProps) {
  const { t } = useTranslation();
  const { kind } = useBench();
  if (!item?.downloadUrl) return null;
  const word = t('batch.result.download_short');
  const wordLook = wordLooks[isShortWord(word) ? 'short' : 'long'];
  const hasWord = look !== 'boxed' && look !== 'icon';
  const classes = {
    text: `${buttonClass('secondary', 'small')} ${wordLook.link}`,
    wide: buttonClass('secondary', 'small'),
    boxed: `${buttonClass('secondary', 'small')} size-9 px-0! touch:size-11`,
    icon: `${buttonClass('quiet', 'small')} px-2.5! touch:min-w-11`,
  };
  return (
    <a
      href={item.downloadUrl}
      download={fileNameOf(kind, item)}
      aria-label={t(`${kind}.result.download`, { title: item.title })}
      title={hasWord ? undefined : word}
      className={classes[look]}
    >
      <Download aria-hidden className="size-4" />
      {hasWord && <span className={look === 'wide' ? '' : wordLook.word}>{word}</span>}
    </a>
  );
}
