/** The actions of a seller on the page Single Image to Video. A change that removes or overwrites input can be undone. */
import { isBlank } from '#web/features/batch/cards/cards.ts';
import { isRunning } from '#web/features/batch/store/core.ts';
import { undoToastMs } from '#web/features/batch/store/edits.ts';
import { chooseModel as chooseModelOf } from '#web/features/batch/store/model-choice.ts';
import { shrinkInWorker } from '#web/features/upload/decoders.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { type Card, type Settings, videoCards } from './cards.ts';
import type { ShownVideo } from './run.ts';
import { cardOfSingle, runsOfPhoto, type SingleChange, type SingleState, type SingleTab } from './single.ts';
import { singleVideo } from './single-tool.ts';
import { videoRatios } from './video-ratios.ts';

const { store, change } = singleVideo;
const currentDraft = (): SingleState => store.getState().draft;
const currentCard = (): Card => cardOfSingle(currentDraft());

export const editCard = (settings: Partial<Settings>): void => singleVideo.editCard(currentCard().id, settings);
export const chooseModel = (model: Card['model']): void => chooseModelOf(singleVideo.core, videoRatios, model);
export const openTab = (tab: SingleTab): void => change({ type: 'tabOpened', tab });

/** Removes runs from the page. The runs stay in the history. */
export function removeRuns(batchIds: readonly string[]): void {
  singleVideo.hideBatches(batchIds);
  change({ type: 'resultsRemoved', batchIds });
}

/** Changes the photo and removes the results of the old photo from the page. An undo restores both. */
function changePhoto(changes: readonly SingleChange[], message: (count: number) => string): void {
  const before = currentDraft();
  const batchIds = runsOfPhoto(before);
  if (batchIds.length > 0) singleVideo.hideBatches(batchIds);
  for (const one of changes) change(one);
  const after = currentDraft();
  const undo = () => {
    singleVideo.restoreBatches(batchIds);
    change({ type: 'undone', before, after });
  };
  showToast({ message: message(batchIds.length), durationMs: undoToastMs, action: { label: t('common.undo'), run: undo } });
}

export const removePhoto = (): void =>
  changePhoto([{ type: 'photoRemoved', cardId: currentCard().id }], (count) => t('single.photo_removed', { count }));

/** Replaces the chosen photo. A file that cannot be used changes nothing. */
export async function replacePhoto(file: File): Promise<void> {
  const cardId = currentCard().id;
  const photo = await photoFrom(file);
  // `setFile` checks the file again and shows the reason.
  if ('reason' in photo) return singleVideo.setFile(cardId, file);
  if (isRunning(store.getState())) return;
  store.setState({ problems: {}, tooLarge: {} });
  replacePhotoWith(photo);
}

/** Shrinks the rejected photo, and uses the result. */
export async function shrinkRejectedPhoto(): Promise<void> {
  const { id, photo } = currentCard();
  const file = store.getState().tooLarge[id];
  if (!file) return;
  if (!photo) return singleVideo.shrinkPhoto(id);
  store.setState({ problems: {}, tooLarge: {} });
  await replacePhoto(await shrinkInWorker(file));
}

export function replacePhotoWith(photo: Photo): void {
  const cardId = currentCard().id;
  changePhoto(
    [
      { type: 'photoRemoved', cardId },
      { type: 'photoSet', cardId, photo },
    ],
    (count) => t('single.photo_replaced', { count }),
  );
}

export function removeResult({ batchId }: Pick<ShownVideo, 'batchId'>): void {
  const previous = currentDraft();
  removeRuns([batchId]);
  const undo = () => {
    singleVideo.restoreBatches([batchId]);
    change({ type: 'resultsRestored', previous });
  };
  showToast({ message: t('single.result_removed'), durationMs: undoToastMs, action: { label: t('common.undo'), run: undo } });
}

export function startNew(): void {
  const startChange: SingleChange = { type: 'startedNew', newIds: [] };
  if (isBlank(currentCard())) change(startChange);
  else singleVideo.changeWithUndo(startChange, { message: t('single.started_new') });
}

export function copyPrompt(prompt: string): void {
  const { id: cardId, prompt: previousPrompt } = currentCard();
  const promptChange: SingleChange = { type: 'cardEdited', cardId, settings: { prompt } };
  const message = t('single.prompt_copied');
  if (previousPrompt.trim() !== '' && previousPrompt !== prompt) singleVideo.changeWithUndo(promptChange, { message });
  else {
    change(promptChange);
    showToast({ message });
  }
}

/** Copies the prompt and the settings of a version into the card. */
export function copySettings(item: ShownVideo): void {
  const before = currentDraft();
  const { id: _, photo: __, model, ...settings } = videoCards.cardOf(item);
  change({ type: 'modelChosen', model });
  change({ type: 'cardEdited', cardId: currentCard().id, settings });
  const after = currentDraft();
  const undo = () => change({ type: 'undone', before, after });
  showToast({ message: t('single.settings_copied'), durationMs: undoToastMs, action: { label: t('common.undo'), run: undo } });
}
