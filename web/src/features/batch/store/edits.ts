/** Changes of cards by the seller. A change can be undone if it removes something or changes several cards. */
import type { BatchItem } from '#shared/batch/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { closeToastOnUserAction, showToast } from '#web/ui/toast-store.ts';
import { emptyCardsMax, isBlank } from '../cards/cards.ts';
import { newId, newIds } from '../cards/new-id.ts';
import { kindOf } from '../cards/tool.ts';
import type { AnyState, CardIn, ToolChange, ToolCore } from './core.ts';
import type { RunActions } from './runs.ts';

/** Duration of the toast. It is long enough for the seller to find the undo button. */
export const undoToastMs = 8_000;

export type UndoOptions = {
  /** The text of the toast. Undefined if the control that makes the change has its own undo button. */
  message?: string;
  /** Called when the seller undoes the change, before the cards are restored. */
  onUndo?: () => void;
};

export function editActions<State extends AnyState, Item extends BatchItem, Extra>(
  { definition, store, change: changeDraft }: ToolCore<State, Item, Extra>,
  runs: Pick<RunActions, 'hideBatches' | 'restoreBatches'>,
) {
  type Change = ToolChange<State, Item> | Extra;
  const kind = kindOf(definition.tool);

  let lastUndo: (() => void) | undefined;

  const change = (nextChange: Change) => {
    closeToastOnUserAction();
    changeDraft(nextChange);
  };

  /**
   * Makes a change, and shows its message as a toast with an undo button.
   * @returns the function that undoes the change.
   */
  function changeWithUndo(undoableChange: Change, { message, onUndo }: UndoOptions): () => void {
    const before = store.getState().draft;
    change(undoableChange);
    const after = store.getState().draft;
    let isUndone = false;
    const undo = () => {
      if (isUndone) return;
      isUndone = true;
      onUndo?.();
      change({ type: 'undone', before, after } as Change);
    };
    lastUndo = undo;
    if (message !== undefined && after !== before)
      showToast({ message, durationMs: undoToastMs, action: { label: t('common.undo'), run: undo }, untilNextAction: true });
    return undo;
  }

  function emptyCards(type: 'cleared' | 'startedNew', message: string): void {
    const { cards, batchIds } = store.getState().draft;
    runs.hideBatches();
    const emptyingChange = { type, newIds: newIds(emptyCardsMax) };
    if (cards.every(isBlank)) change(emptyingChange);
    else changeWithUndo(emptyingChange, { message, onUndo: () => runs.restoreBatches(batchIds) });
  }

  const cardsOf = (cardIds: ReadonlySet<string>): CardIn<State>[] => store.getState().draft.cards.filter(({ id }) => cardIds.has(id));

  return {
    changeWithUndo,
    /** Undoes the last change that can be undone. A change can be undone only once. */
    undoLastChange: () => lastUndo?.(),
    /** Changes settings of one card, for example while the seller types. */
    editCard: (cardId: string, settings: Partial<State['defaults']>) => change({ type: 'cardEdited', cardId, settings }),
    /** Marks a card to order it again later, or removes the mark. */
    markRedo: (cardId: string, isMarked: boolean) =>
      store.setState(({ redoIds }) => ({ redoIds: new Set([...redoIds].filter((id) => id !== cardId).concat(isMarked ? cardId : [])) })),
    editDefaults: (settings: Partial<State['defaults']>) => change({ type: 'defaultEdited', settings }),
    applySettings: (cardIds: ReadonlySet<string>, settings: Partial<State['defaults']>, { hasToast = true } = {}) =>
      changeWithUndo(
        { type: 'settingsApplied', cardIds, settings },
        hasToast ? { message: t('batch.applied_to', { count: cardIds.size }) } : {},
      ),
    addCard: () => change({ type: 'cardAdded', id: newId() }),
    duplicate: (cardIds: ReadonlySet<string>) =>
      change({ type: 'cardsDuplicated', copies: Object.fromEntries([...cardIds].map((id) => [id, newId()])) }),
    remove(cardIds: ReadonlySet<string>): void {
      const removal = { type: 'cardsRemoved' as const, cardIds };
      if (cardsOf(cardIds).every(isBlank)) change(removal);
      else changeWithUndo(removal, { message: t('batch.cards_removed', { count: cardIds.size }) });
    },
    removePhoto: (cardId: string) => change({ type: 'photoRemoved', cardId }),
    clearAll: () => emptyCards('cleared', t('batch.cleared')),
    startNew: () => emptyCards('startedNew', t(`${kind}.started_new`)),
  };
}
