import { Copy, ImageOff, Pencil, SquareCheck, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { cardElementId } from './bench-card.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { CardPane } from './card-pane.tsx';
import { CardStatusLine } from './card-status-line.tsx';
import { useCard } from './use-card.ts';
import { useLongPress } from './use-long-press.ts';
import { openCard } from './view-store.ts';

/** A card on a phone: a thumbnail, the prompt and the settings in few lines. A tap opens it in a sheet. */
export const FoldedCard = memo(function FoldedCard({ cardId }: { cardId: string }) {
  const { t } = useTranslation();
  const { tool, kind, settingsText } = useBench();
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const hasSelection = useBenchState(({ selection }) => selection.ids.size > 0);
  const longPress = useLongPress(() => tool.toggle(cardId));
  if (!facts) return null;
  const { card, name, number, item, status, isSelected, isLocked } = facts;
  const open = () => (hasSelection ? tool.toggle(card.id) : openCard(card.id));
  const items = [
    {
      label: t('bench.edit'),
      icon: <Pencil aria-hidden />,
      disabled: isLocked ? t(`${kind}.locked_remove`) : undefined,
      onSelect: () => openCard(card.id),
    },
    { label: t('bench.select', { card: name }), icon: <SquareCheck aria-hidden />, onSelect: () => tool.toggle(card.id) },
    {
      label: t('batch.duplicate_card', { card: name }),
      icon: <Copy aria-hidden />,
      disabled: isLocked ? t(`${kind}.locked_remove`) : undefined,
      onSelect: () => tool.duplicate(new Set([card.id])),
    },
    ...(card.photo
      ? [
          {
            label: t('batch.remove_photo', { card: name }),
            icon: <ImageOff aria-hidden />,
            disabled: isLocked ? t(`${kind}.locked_remove`) : undefined,
            onSelect: () => tool.removePhoto(card.id),
          },
        ]
      : []),
    {
      label: t('batch.remove_card', { card: name }),
      icon: <Trash2 aria-hidden />,
      danger: true,
      disabled: isLocked ? t(`${kind}.locked_remove`) : undefined,
      onSelect: () => tool.remove(new Set([card.id])),
    },
  ];
  return (
    <article
      id={cardElementId(card.id)}
      aria-label={card.photo ? `${t('batch.card', { number })}: ${name}` : name}
      tabIndex={-1}
      className={`group/card grid min-h-29 grid-cols-[4.75rem_minmax(0,1fr)] overflow-hidden rounded-lg border bg-surface shadow-card ${isSelected ? 'border-accent-text ring-1 ring-accent-text' : status === 'failed' ? 'border-danger/60' : 'border-line'}`}
    >
      <div className="relative bg-wall p-1.5">
        <CardPane facts={facts} isSmall />
        {hasSelection && (
          <Checkbox
            aria-label={t('bench.select', { card: name })}
            checked={isSelected}
            onChange={() => tool.toggle(card.id)}
            className="absolute start-0 top-0"
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-1 py-2 ps-3">
        <div className="flex items-center">
          <h3 className="min-w-0 flex-1 truncate font-semibold">{name}</h3>
          <Menu label={t('bench.card_menu', { card: name })} items={items} />
        </div>
        <button type="button" {...longPress} onClick={open} className="block min-h-11 w-full pe-3 text-start text-sm" disabled={isLocked}>
          <span className={`line-clamp-2 ${card.prompt.trim() ? '' : 'text-muted'}`}>{card.prompt.trim() || t('bench.no_prompt')}</span>
          {!item && <span className="money mt-1 block text-xs text-muted">{settingsText(card)}</span>}
        </button>
        <div className="flex flex-col gap-1 pe-3 empty:hidden">
          <CardStatusLine facts={facts} />
        </div>
      </div>
    </article>
  );
});
