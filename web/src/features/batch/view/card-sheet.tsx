import { ChevronLeft, ChevronRight, Copy, Images, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { failureKey } from '../cards/failure.ts';
import { useBench } from './bench-context.tsx';
import { CardPrompt } from './card-prompt.tsx';
import { shownCardIds } from './shown-cards.ts';
import { type CardFacts, useCard } from './use-card.ts';
import { openCard, viewStore } from './view-store.ts';

/** A sheet in which the seller edits a card on a phone. The arrows open the previous and the next card. */
export function CardSheet() {
  const { t } = useTranslation();
  const { tool } = useBench();
  const cardId = useStore(viewStore, (state) => state.editedId) ?? '';
  const facts = useCard(cardId, (number) => t('batch.card', { number }));
  const close = () => openCard(undefined);
  const step = (offset: number) => {
    const ids = shownCardIds(tool);
    const next = ids[ids.indexOf(cardId) + offset];
    if (next) openCard(next);
  };
  return (
    <Sheet
      open={facts !== undefined}
      onClose={close}
      title={facts?.name ?? ''}
      lead={
        <IconButton label={t('bench.previous_card')} onClick={() => step(-1)}>
          <ChevronLeft aria-hidden className="size-5" />
        </IconButton>
      }
      trail={
        <IconButton label={t('bench.next_card')} onClick={() => step(1)}>
          <ChevronRight aria-hidden className="size-5" />
        </IconButton>
      }
      actions={
        facts && (
          <>
            <Button
              aria-label={t('batch.remove_card', { card: facts.name })}
              className="flex-none!"
              onClick={() => {
                close();
                tool.remove(new Set([cardId]));
              }}
            >
              <Trash2 aria-hidden className="size-4" />
            </Button>
            <Button kind="primary" onClick={close}>
              {t('bench.done')}
            </Button>
          </>
        )
      }
    >
      {facts && <CardForm facts={facts} />}
    </Sheet>
  );
}

function CardForm({ facts }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool, kind, Settings, Frame, FrameNote } = useBench();
  const input = useRef<HTMLInputElement>(null);
  const { card, number, item, src, isLocked } = facts;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4">
        <div className="relative isolate grid h-48 place-items-center overflow-hidden rounded-md bg-wall p-2">
          {src && <Frame card={card} src={src} />}
        </div>
        <div className="flex flex-col gap-2">
          <FrameNote card={card} long />
          <Button disabled={isLocked} onClick={() => input.current?.click()}>
            <Images aria-hidden className="size-4" />
            {card.photo ? t('bench.other_photo') : t('batch.add_photo_short')}
          </Button>
          <Button disabled={isLocked} onClick={() => tool.duplicate(new Set([card.id]))}>
            <Copy aria-hidden className="size-4" />
            {t('bench.duplicate')}
          </Button>
          <FileInput
            ref={input}
            label={t('batch.photo_input', { card: t('batch.card', { number }) })}
            disabled={isLocked}
            onFiles={([file]) => file && void tool.setFile(card.id, file)}
          />
        </div>
      </div>
      {item && facts.status === 'failed' && <p className="text-sm text-danger">{t(failureKey(kind, item.error))}</p>}
      <div className="flex min-h-36">
        <CardPrompt facts={facts} rows={4} look="sheet" />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Settings
          settings={card}
          model={card.model}
          photo={card.photo}
          disabled={isLocked}
          look="field"
          onChange={(settings) => tool.editCard(card.id, settings)}
        />
      </div>
    </div>
  );
}
