import type { BatchItem } from '#shared/batch/api.ts';
import type { BasicCard, BasicSettings } from './cards.ts';
import type { CardStanding } from './cards-section.tsx';
import { PhotoSlot } from './photo-slot.tsx';
import { photoNote } from './run.ts';
import type { CardActions } from './use-card-actions.ts';

type Props = CardStanding<BasicCard, BatchItem> &
  Pick<CardActions<BasicSettings, string>, 'onFile' | 'onUpload' | 'onStale'> & {
    change: (change: { type: 'photoRemoved'; cardId: string }) => void;
  };

/** The photo of a card, with how far its upload is and what can be done about it. */
export function CardPhoto({ number, card, item, photoSrc, upload, problem, locked, change, onFile, onUpload, onStale }: Props) {
  return (
    <PhotoSlot
      number={number}
      photo={card.photo}
      note={photoNote(card.photo, item)}
      src={photoSrc}
      upload={upload}
      problem={problem}
      disabled={locked}
      onFile={(file) => onFile(card.id, file)}
      onRemove={() => change({ type: 'photoRemoved', cardId: card.id })}
      onUpload={onUpload}
      onStale={() => item && onStale(item.batchId)}
    />
  );
}
