import { Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { BasicCard, BasicSettings } from './cards.ts';
import type { CardStanding } from './cards-section.tsx';
import { cardElementId } from './left-out.tsx';
import { PhotoSlot } from './photo-slot.tsx';
import { ResultSlot } from './result-slot.tsx';
import { photoNote, type ShownItem } from './run.ts';
import type { CardActions } from './use-card-actions.ts';

type Props<Item extends BatchItem> = CardStanding<BasicCard, Item> &
  Pick<CardActions<BasicSettings, string>, 'onFile' | 'onUpload' | 'onStale' | 'onCancel'> & {
    kind: BatchKind;
    change: (change: { type: 'photoRemoved'; cardId: string }) => void;
    /** What is said of a place in the line, from 1; the place itself unless given. */
    line?: (position: number) => string;
    /** What has been delivered. `stale`: one of its addresses was refused. */
    finished: (item: ShownItem<Item>, stale: () => void) => ReactNode;
    /** What is chosen for it. */
    children: ReactNode;
    onDuplicate: () => void;
    onRemove: () => void;
  };

/** One card: its photo, what is chosen for it, and what has become of it. */
export function CardFrame<Item extends BatchItem>(props: Props<Item>) {
  const { kind, number, card, item, locked, change, finished, line, children, onDuplicate, onRemove } = props;
  const { t } = useTranslation();
  const name = t('batch.card', { number });
  const stale = () => item && props.onStale(item.batchId);
  const tools = [
    { label: t('batch.duplicate_card', { card: name }), Icon: Copy, run: onDuplicate },
    { label: t('batch.remove_card', { card: name }), Icon: Trash2, run: onRemove },
  ];
  return (
    // In a long list a card out of sight is neither laid out nor painted.
    <li className="[contain-intrinsic-block-size:auto_18rem] [overflow-clip-margin:0.5rem] nth-[n+6]:[content-visibility:auto]">
      <article
        id={cardElementId(card.id)}
        aria-label={name}
        tabIndex={-1}
        className="grid grid-cols-2 gap-4 rounded-lg border border-line bg-surface p-4 shadow-card md:grid-cols-[9.5rem_minmax(0,1fr)_9.5rem] lg:grid-cols-[11rem_minmax(0,1fr)_11rem] lg:gap-6 lg:p-5"
      >
        <div className="min-w-0">
          <PhotoSlot
            number={number}
            photo={card.photo}
            note={photoNote(card.photo, item)}
            src={props.photoSrc}
            upload={props.upload}
            problem={props.problem}
            disabled={locked}
            onFile={(file) => props.onFile(card.id, file)}
            onRemove={() => change({ type: 'photoRemoved', cardId: card.id })}
            onUpload={props.onUpload}
            onStale={stale}
          />
        </div>
        <div className="order-last col-span-2 flex min-w-0 flex-col gap-3 md:order-none md:col-span-1">
          <div className="-mb-1 flex items-center justify-between gap-2">
            <h3 className="text-sm font-semibold">{name}</h3>
            <div className="-me-2 flex">
              {tools.map(({ label, Icon, run }) => (
                <Tooltip key={label} text={locked ? t(`${kind}.locked_remove`) : undefined}>
                  <IconButton label={label} aria-disabled={locked} onClick={() => !locked && run()}>
                    <Icon aria-hidden className="size-4" />
                  </IconButton>
                </Tooltip>
              ))}
            </div>
          </div>
          {children}
        </div>
        <div className="min-w-0">
          <ResultSlot
            kind={kind}
            name={name}
            item={item}
            sending={props.sending}
            cancelling={props.cancelling}
            {...(line && { line })}
            onCancel={props.onCancel}
            onStale={stale}
            finished={(delivered) => finished(delivered, stale)}
          />
        </div>
      </article>
    </li>
  );
}
