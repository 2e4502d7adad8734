/** Opens past batches again. Creates new cards with the same photos, prompts and settings. The photos are not uploaded again. */
import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { renewedAddresses } from '../calls/renewed-addresses.ts';
import { newIds } from '../cards/new-id.ts';
import { kindOf } from '../cards/tool.ts';
import { type AnyState, isRunning, liveUserId, type ToolChange, type ToolCore, watch, watchLiveUser } from './core.ts';
import type { UndoOptions } from './edits.ts';
import type { RunActions } from './runs.ts';

const toastMs = 6_000;

type Edits<State extends AnyState, Item extends BatchItem, Extra> = {
  changeWithUndo(change: ToolChange<State, Item> | Extra, options: UndoOptions): () => void;
};

export function createOpenActions<State extends AnyState, Item extends BatchItem, Extra>(
  { definition: { tool }, store, change }: ToolCore<State, Item, Extra>,
  runs: Pick<RunActions, 'hideBatches' | 'restoreBatches'>,
  { changeWithUndo }: Edits<State, Item, Extra>,
) {
  async function renewPhotos(): Promise<void> {
    const addresses = await renewedAddresses(store.getState().draft.cards.map(({ photo }) => photo));
    if (addresses.size > 0) change({ type: 'photosRenewed', addresses });
  }

  return {
    /** Replaces the cards by the items of a past batch. While a batch is running, keeps the cards and shows a message instead. */
    openAgain(batch: BatchResponse): void {
      const state = store.getState();
      if (batch.kind !== kindOf(tool)) return;
      if (isRunning(state)) {
        showToast({ message: t('history.tool_busy'), durationMs: toastMs });
        return;
      }
      // On the page of the tool `single-video`, the earlier results stay visible, so no batch is hidden.
      const hiddenIds = tool === 'single-video' ? [] : state.draft.batchIds;
      if (hiddenIds.length > 0) runs.hideBatches(hiddenIds);
      const opened = {
        type: 'openedAgain' as const,
        batchId: batch.batchId,
        items: batch.items as readonly BatchItem[] as readonly Item[],
        newIds: newIds(batch.items.length),
      };
      changeWithUndo(opened, { message: t('history.opened_again'), onUndo: () => runs.restoreBatches(hiddenIds) });
    },
    /**
     * Requests new links to the photos after the stored cards are loaded and after each sign-in.
     * @returns a function that stops these requests.
     */
    start(): () => void {
      const update = () => {
        if (store.getState().restored && liveUserId()) void renewPhotos();
      };
      const stopFunctions = [watch(store, ({ restored }) => restored, update), watchLiveUser(update)];
      return () => {
        for (const stop of stopFunctions) stop();
      };
    },
  };
}
