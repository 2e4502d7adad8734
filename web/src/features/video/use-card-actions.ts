import { type Dispatch, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadQueue } from '#web/features/upload/upload-queue.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type Card, type CardsState, type Change, emptyCardsAtStart, isBlank, type Settings } from './cards.ts';
import { newId, newIds } from './new-id.ts';
import type { ShownItem } from './run.ts';
import { useStable } from './use-stable.ts';
import type { CardActions } from './video-card.tsx';

/** Long enough to find the button that brings the cards back. */
export const undoToastMs = 8_000;

type Runs = { renew: (batchId: string) => void; putAside: () => void; takeBack: (batchIds: readonly string[]) => void };
type Needs = {
  state: CardsState;
  change: Dispatch<Change>;
  runs: Runs;
  uploads: UploadQueue;
  setFile: (cardId: string, file: File) => void;
  cancelItem: (item: ShownItem) => void;
  onWrite: (card: Card) => void;
};

/** What a seller does to the cards, with a way back from what would be lost. */
export function useCardActions({ state, change, runs, uploads, setFile, cancelItem, onWrite }: Needs) {
  const { t } = useTranslation();
  const toast = useToast();
  const undoable = (message: string, run: () => void) =>
    toast({ message, durationMs: undoToastMs, action: { label: t('common.undo'), run } });

  const onRemove = useStable((card: Card) => {
    const index = state.cards.indexOf(card);
    change({ type: 'cardRemoved', cardId: card.id });
    if (!isBlank(card)) undoable(t('video.card_removed'), () => change({ type: 'cardPutBack', card, index }));
  });
  const empty = (type: 'cleared' | 'startedNew', message: string) => {
    runs.putAside();
    change({ type, newIds: newIds(emptyCardsAtStart) });
    if (state.cards.every(isBlank)) return;
    undoable(message, () => {
      runs.takeBack(state.batchIds);
      change({ type: 'undone', state });
    });
  };
  const clearAll = () => empty('cleared', t('video.cleared'));
  const startNew = () => empty('startedNew', t('video.started_new'));
  const applyToAll = (field: keyof Settings, label: string) => {
    change({ type: 'appliedToAll', field });
    toast({ message: t('video.applied', { setting: label, count: state.cards.length }) });
  };

  const { renew } = runs;
  const cardActions = useMemo<CardActions>(
    () => ({
      change,
      onFile: setFile,
      onDuplicate: (card) => change({ type: 'cardDuplicated', cardId: card.id, id: newId() }),
      onRemove,
      onCancel: cancelItem,
      onUpload: (photo) => void uploads.ensure(photo),
      onStale: renew,
      onWrite,
    }),
    [change, setFile, onRemove, cancelItem, uploads, renew, onWrite],
  );
  return { cardActions, clearAll, startNew, applyToAll };
}
