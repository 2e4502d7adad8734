import { type Dispatch, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadQueue } from '#web/features/upload/upload-queue.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type BasicSettings, type CardChange, type CardOf, type CardsStateOf, emptyCardsMax, isBlank, type PhotoChange } from './cards.ts';
import { newId, newIds } from './new-id.ts';
import type { Cancellable } from './use-cancel.ts';
import { useStable } from './use-stable.ts';

/** Long enough to find the button that brings the cards back. */
export const undoToastMs = 8_000;

/** What every card can do. Each stays the same from drawing to drawing: typing into one card must not draw a hundred. */
export type CardActions<Settings extends BasicSettings, Model extends string> = {
  change: Dispatch<PhotoChange | CardChange<Settings, Model>>;
  onFile: (cardId: string, file: File) => void;
  onDuplicate: (card: CardOf<Settings, Model>) => void;
  onRemove: (card: CardOf<Settings, Model>) => void;
  onCancel: (item: Cancellable) => void;
  onUpload: (photo: Photo) => void;
  onStale: (batchId: string) => void;
};

type Runs = { renew: (batchId: string) => void; putAside: () => void; takeBack: (batchIds: readonly string[]) => void };
type Needs<Settings extends BasicSettings, Model extends string> = {
  changeCards: (state: CardsStateOf<Settings, Model>, change: CardChange<Settings, Model>) => CardsStateOf<Settings, Model>;
  kind: BatchKind;
  state: CardsStateOf<Settings, Model>;
  change: Dispatch<PhotoChange | CardChange<Settings, Model>>;
  runs: Runs;
  uploads: UploadQueue;
  setFile: (cardId: string, file: File) => void;
  cancelItem: (item: Cancellable) => void;
};

/** What a seller does to the cards, with a way back from what would be lost. */
export function useCardActions<Settings extends BasicSettings, Model extends string>({
  changeCards,
  kind,
  state,
  change,
  runs,
  uploads,
  setFile,
  cancelItem,
}: Needs<Settings, Model>) {
  const { t } = useTranslation();
  const toast = useToast();
  /** Makes a change and offers to take it back. */
  const undoable = (done: CardChange<Settings, Model>, message: string, onUndo?: () => void) => {
    const after = changeCards(state, done);
    change(done);
    const run = () => {
      onUndo?.();
      change({ type: 'undone', before: state, after });
    };
    toast({ message, durationMs: undoToastMs, action: { label: t('common.undo'), run } });
  };

  const onRemove = useStable((card: CardOf<Settings, Model>) => {
    const removed = { type: 'cardRemoved' as const, cardId: card.id };
    if (isBlank(card)) change(removed);
    else undoable(removed, t('batch.card_removed'));
  });
  const empty = (type: 'cleared' | 'startedNew', message: string) => {
    runs.putAside();
    const emptied = { type, newIds: newIds(emptyCardsMax) };
    if (state.cards.every(isBlank)) change(emptied);
    else undoable(emptied, message, () => runs.takeBack(state.batchIds));
  };
  const clearAll = () => empty('cleared', t('batch.cleared'));
  const startNew = () => empty('startedNew', t(`${kind}.started_new`));
  const applyToAll = (field: keyof Settings, label: string) =>
    undoable({ type: 'appliedToAll', field }, t('batch.applied', { setting: label, count: state.cards.length }));

  const { renew } = runs;
  const cardActions = useMemo<CardActions<Settings, Model>>(
    () => ({
      change,
      onFile: setFile,
      onDuplicate: (card) => change({ type: 'cardDuplicated', cardId: card.id, id: newId() }),
      onRemove,
      onCancel: cancelItem,
      onUpload: (photo) => void uploads.ensure(photo),
      onStale: renew,
    }),
    [change, setFile, onRemove, cancelItem, uploads, renew],
  );
  return { cardActions, clearAll, startNew, applyToAll };
}
