import type { Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { isBlank } from '#web/features/batch/cards.ts';
import { undoToastMs } from '#web/features/batch/use-card-actions.ts';
import { useToast } from '#web/ui/toast.tsx';
import type { ShownVideo } from './run.ts';
import { cardOfSingle, changeSingle, runsOfPhoto, type SingleChange, type SingleState } from './single.ts';

type Runs = { putAside: (batchIds: readonly string[]) => void; takeBack: (batchIds: readonly string[]) => void };

/** What a seller does on the single page, with a way back from what would be lost. */
export function useSingleActions(state: SingleState, change: Dispatch<SingleChange>, runs: Runs) {
  const { t } = useTranslation();
  const toast = useToast();
  const card = cardOfSingle(state);
  const undoable = (message: string, run: () => void) =>
    toast({ message, durationMs: undoToastMs, action: { label: t('common.undo'), run } });
  /** Makes a change; returns the one that takes it back. */
  const made = (done: SingleChange): SingleChange => {
    change(done);
    return { type: 'undone', before: state, after: changeSingle(state, done) };
  };

  return {
    /** The photo goes, and the results made from it with it (H15). */
    removePhoto() {
      const batchIds = runsOfPhoto(state);
      if (batchIds.length > 0) runs.putAside(batchIds);
      const undo = made({ type: 'photoRemoved', cardId: card.id });
      undoable(t('single.photo_removed', { count: batchIds.length }), () => {
        runs.takeBack(batchIds);
        change(undo);
      });
    },
    removeResult({ batchId }: ShownVideo) {
      runs.putAside([batchId]);
      change({ type: 'resultsRemoved', batchIds: [batchId] });
      undoable(t('single.result_removed'), () => {
        runs.takeBack([batchId]);
        change({ type: 'resultsPutBack', from: state });
      });
    },
    startNew() {
      const undo = made({ type: 'startedNew', newIds: [] });
      if (!isBlank(card)) undoable(t('single.started_new'), () => change(undo));
    },
    copyPrompt(prompt: string) {
      const written = card.prompt;
      const undo = made({ type: 'cardEdited', cardId: card.id, settings: { prompt } });
      if (written.trim() === '' || written === prompt) toast({ message: t('single.prompt_copied') });
      else undoable(t('single.prompt_copied'), () => change(undo));
    },
  };
}
