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
import { videoShapes } from './shapes.ts';
import { cardOfSingle, runsOfPhoto, type SingleChange, type SingleState, type SingleTab } from './single.ts';
import { singleVideo } from './single-tool.ts';

const { store, change } = singleVideo;
const draftNow = (): SingleState => store.getState().draft;
const cardNow = (): Card => cardOfSingle(draftNow());

export const editCard = (settings: Partial<Settings>): void => singleVideo.editCard(cardNow().id, settings);
export const chooseModel = (model: Card['model']): void => chooseModelOf(singleVideo.core, videoShapes, model);
export const openTab = (tab: SingleTab): void => change({ type: 'tabOpened', tab });

/** Removes runs from the page. The runs stay in the history. */
export function removeRuns(batchIds: readonly string[]): void {
  singleVideo.putAside(batchIds);
  change({ type: 'resultsRemoved', batchIds });
}

/** Changes the photo and removes the results of the old photo from the page. An undo restores both. */
function withoutResults(changes: readonly SingleChange[], message: (count: number) => string): void {
  const before = draftNow();
  const batchIds = runsOfPhoto(before);
  if (batchIds.length > 0) singleVideo.putAside(batchIds);
  for (const one of changes) change(one);
  const after = draftNow();
  const undo = () => {
    singleVideo.takeBack(batchIds);
    change({ type: 'undone', before, after });
  };
  showToast({ message: message(batchIds.length), durationMs: undoToastMs, action: { label: t('common.undo'), run: undo } });
}

export const removePhoto = (): void =>
  withoutResults([{ type: 'photoRemoved', cardId: cardNow().id }], (count) => t('single.photo_removed', { count }));

/** Replaces the chosen photo. A file that cannot be used changes nothing. */
export async function replacePhoto(file: File): Promise<void> {
  const cardId = cardNow().id;
  const photo = await photoFrom(file);
  // `setFile` repeats the check and shows the reason.
  if ('reason' in photo) return singleVideo.setFile(cardId, file);
  if (isRunning(store.getState())) return;
  store.setState({ problems: {}, tooLarge: {} });
  replaceBy(photo);
}

/** Shrinks the rejected photo, and uses the result. */
export async function shrinkRejected(): Promise<void> {
  const { id, photo } = cardNow();
  const file = store.getState().tooLarge[id];
  if (!file) return;
  if (!photo) return singleVideo.shrinkPhoto(id);
  store.setState({ problems: {}, tooLarge: {} });
  await replacePhoto(await shrinkInWorker(file));
}

export function replaceBy(photo: Photo): void {
  const cardId = cardNow().id;
  withoutResults(
    [
      { type: 'photoRemoved', cardId },
      { type: 'photoSet', cardId, photo },
    ],
    (count) => t('single.photo_replaced', { count }),
  );
}

export function removeResult({ batchId }: Pick<ShownVideo, 'batchId'>): void {
  const from = draftNow();
  removeRuns([batchId]);
  const undo = () => {
    singleVideo.takeBack([batchId]);
    change({ type: 'resultsPutBack', from });
  };
  showToast({ message: t('single.result_removed'), durationMs: undoToastMs, action: { label: t('common.undo'), run: undo } });
}

export function startNew(): void {
  const started: SingleChange = { type: 'startedNew', newIds: [] };
  if (isBlank(cardNow())) change(started);
  else singleVideo.undoable(started, { message: t('single.started_new') });
}

export function copyPrompt(prompt: string): void {
  const { id: cardId, prompt: written } = cardNow();
  const edited: SingleChange = { type: 'cardEdited', cardId, settings: { prompt } };
  const message = t('single.prompt_copied');
  if (written.trim() !== '' && written !== prompt) singleVideo.undoable(edited, { message });
  else {
    change(edited);
    showToast({ message });
  }
}

/** Copies the prompt and the settings of a version into the card. */
export function copySettings(item: ShownVideo): void {
  const before = draftNow();
  const { id: _, photo: __, model, ...settings } = videoCards.cardOf(item);
  change({ type: 'modelChosen', model });
  change({ type: 'cardEdited', cardId: cardNow().id, settings });
  const after = draftNow();
  const undo = () => change({ type: 'undone', before, after });
  showToast({ message: t('single.settings_copied'), durationMs: undoToastMs, action: { label: t('common.undo'), run: undo } });
}
