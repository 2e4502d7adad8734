import { Copy, ImageOff, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BatchKind } from '#shared/batch/batch.ts';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { FittingText } from '#web/ui/fitting-text.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { menuResult } from '../cards/downloads.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { CardActions } from './card-actions.tsx';
import { CardPane } from './card-pane.tsx';
import { CardPrompt, PromptText } from './card-prompt.tsx';
import { CardStatusLine } from './card-status-line.tsx';
import { PhotoLine } from './photo-line.tsx';
import { selectByPointer } from './select-by-pointer.ts';
import { type CardFacts, useCard } from './use-card.ts';
import { useIsEmptyPage } from './use-is-empty-page.ts';
import { viewStore } from './view-store.ts';

export const cardElementId = (cardId: string): string => `card-${cardId}`;

/**
 * The columns for the picture and the texts. They are the same before, during and after a run, so that nothing moves when a run starts. A
 * card of an image has fewer settings, so its picture is larger than the frame of a video.
 */
const columns: Record<BatchKind, string> = {
  video: 'grid-cols-[10.25rem_minmax(0,1fr)]',
  image: 'grid-cols-[clamp(9rem,calc(100%-14.125rem),14.25rem)_minmax(0,1fr)]',
};

/**
 * The widths of the window in which a card has no space for the texts of its chips. With a container query in each card, each typed letter
 * would compute the layout of all cards.
 */
const chipTexts: Record<BatchKind, string> = {
  video: 'max-[55.5rem]:[--chip-text:none] min-[72rem]:max-[82rem]:[--chip-text:none] min-[102rem]:max-[108.5rem]:[--chip-text:none]',
  image: 'max-[63.5rem]:[--chip-text:none] min-[72rem]:max-[94rem]:[--chip-text:none] min-[102rem]:[--chip-text:none]',
};

/** One card: the photo in the ratio of its result, the prompt, the settings, and the state of the result. */
export const BenchCard = memo(function BenchCard({ cardId }: { cardId: string }) {
  const { t } = useTranslation();
  const { kind } = useBench();
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const isCurrent = useStore(viewStore, ({ currentId }) => currentId === cardId);
  if (!facts) return null;
  const { card, number, status, isSelected } = facts;
  const label = card.photo ? `${t('batch.card', { number })}: ${card.photo.title}` : t('batch.card', { number });
  return (
    <article
      id={cardElementId(card.id)}
      aria-label={label}
      tabIndex={-1}
      className={`group/card grid h-full overflow-hidden contain-strict rounded-lg border bg-surface shadow-card ${columns[kind]} ${isSelected || isCurrent ? 'border-accent-text ring-1 ring-accent-text' : status === 'failed' ? 'border-danger/60' : 'border-line'}`}
    >
      <div className="relative isolate min-h-0 overflow-hidden bg-wall p-2">
        <CardPane facts={facts} />
        <SelectBox facts={facts} />
      </div>
      <CardBody facts={facts} />
    </article>
  );
});

/** The texts, settings and actions of a card. Each part has the same position in every state of a run. */
function CardBody({ facts }: { facts: CardFacts }) {
  const { kind } = useBench();
  const isEmptyPage = useIsEmptyPage();
  const { item, status, looksLocked } = facts;
  const hasResult = item !== undefined || status === 'sending';
  const isShort = kind === 'image' && !hasResult;
  const isSmall = isEmptyPage || status === 'failed' || (hasResult && kind === 'image');
  return (
    <div className={`flex min-h-0 min-w-0 flex-col p-3 ${status === 'failed' ? 'gap-1.5' : 'gap-2'}`}>
      <CardHead facts={facts} />
      {looksLocked ? (
        <FittingText className="block min-h-0 flex-1 text-sm">
          <PromptText facts={facts} />
        </FittingText>
      ) : (
        <CardPrompt facts={facts} rows={isSmall ? 1 : 2} look={status === 'ready' ? 'plain' : isSmall ? 'small' : 'field'} />
      )}
      {/* If the item failed, the reason is shown instead of the settings. */}
      {status !== 'failed' && (
        <div className={`flex min-h-8 shrink-0 items-center gap-1.5 max-[84rem]:gap-1 ${chipTexts[kind]}`}>
          <span className={isShort ? 'flex shrink-0' : 'contents'}>
            <CardSettings facts={facts} />
          </span>
          {isShort && (
            <div className="min-w-0 flex-1">
              <PhotoLine facts={facts} />
            </div>
          )}
        </div>
      )}
      {hasResult ? <CardStatusLine facts={facts} /> : !isShort && <PhotoLine facts={facts} />}
      {hasResult && <CardActions facts={facts} />}
    </div>
  );
}

function CardSettings({ facts: { card, isLocked, looksLocked } }: { facts: CardFacts }) {
  const { Settings, settingsText, tool } = useBench();
  if (looksLocked) return <p className="money truncate text-sm text-muted">{settingsText(card)}</p>;
  return (
    <Settings
      settings={card}
      model={card.model}
      photo={card.photo}
      disabled={isLocked}
      look="chip"
      onChange={(settings) => tool.editCard(card.id, settings)}
    />
  );
}

function CardHead({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const { card, name, isLocked } = facts;
  return (
    <div className="flex items-center gap-1 [@media(pointer:coarse)]:-my-1">
      <h3 className="min-w-0 flex-1 text-base font-semibold">
        <FileName name={name} />
      </h3>
      <div className="-me-2 flex shrink-0">
        <CardMenu facts={facts} />
        <Tooltip text={isLocked ? t(`${kind}.locked_remove`) : undefined}>
          <IconButton
            label={t('batch.remove_card', { card: name })}
            aria-disabled={isLocked}
            onClick={() => !isLocked && tool.remove(new Set([card.id]))}
            className={iconClass}
          >
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </Tooltip>
      </div>
    </div>
  );
}

/** The icons are small, because the name of the photo needs the space. */
const iconClass = '[@media(pointer:fine)]:size-8!';

/** The actions for the result, and the actions that change the card, except for its removal. During a run, the card cannot be changed. */
function CardMenu({ facts: { card, name, item, status, isLocked, looksLocked } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool, kind } = useBench();
  const disabled = isLocked ? t(`${kind}.locked_remove`) : undefined;
  const items: MenuItem[] = [
    { label: t('bench.duplicate'), icon: <Copy aria-hidden />, disabled, onSelect: () => tool.duplicate(new Set([card.id])) },
  ];
  if (card.photo)
    items.push({
      label: t('batch.remove_photo', { card: name }),
      icon: <ImageOff aria-hidden />,
      disabled,
      onSelect: () => tool.removePhoto(card.id),
    });
  if (item && status === 'ready')
    return <ResultMenu result={menuResult(kind, item)} cardActions={looksLocked ? [] : items} className={iconClass} />;
  return looksLocked ? null : <Menu label={t('bench.card_menu', { card: name })} items={items} className={iconClass} />;
}

function SelectBox({ facts: { card, name, isSelected } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const hasSelection = useBenchState(({ selection }) => selection.ids.size > 0);
  return (
    <Checkbox
      aria-label={t('bench.select', { card: name })}
      checked={isSelected}
      onChange={(_, event) => selectByPointer(tool, card.id, event.nativeEvent)}
      className={`absolute start-0.5 top-0.5 rounded-md transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 ${hasSelection ? '' : 'opacity-0 touch:hidden'}`}
    />
  );
}
