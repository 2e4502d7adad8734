/** Adds and removes photos. */
import pLimit from 'p-limit';
import type { BatchResponse } from '#shared/batch/api.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { newId, newIds } from '#web/features/batch/cards/new-id.ts';
import type { RejectedFile } from '#web/features/upload/check-file.ts';
import type { Collected } from '#web/features/upload/collect-files.ts';
import { decodersMax, shrinkInWorker } from '#web/features/upload/decoders.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { fileProblem } from '../file-problem.ts';
import { change, editStore, getDraft } from './core.ts';
import { isRunning, statusOf } from './selectors.ts';

/** Duration of the toast. The seller must have time to find the undo button. */
export const undoToastMs = 8_000;

const freePlaces = (): number => editsPerBatchMax - getDraft().photos.length;
const isBeingEdited = (id: string): boolean => ['sending', 'queued', 'working'].includes(statusOf(editStore.getState(), id));

/** The last check of added files. Checks run one after another, so that the photos keep the order in which they were added. */
let lastCheck: Promise<void> = Promise.resolve();

export function addFiles(collected: Collected): void {
  if (collected.files.length > 0 || collected.truncated) lastCheck = lastCheck.then(() => checkFiles(collected));
}

async function checkFiles({ files, truncated }: Collected): Promise<void> {
  const acceptedFiles = files.slice(0, Math.max(0, freePlaces()));
  const refused: RejectedFile[] = [];
  const limit = pLimit(decodersMax);
  editStore.setState({
    problem: undefined,
    notAddedCount: files.length - acceptedFiles.length,
    checking: { done: 0, total: acceptedFiles.length },
  });
  const checks = acceptedFiles.map((file) => limit(() => photoFrom(file)));
  for (const [index, file] of acceptedFiles.entries()) {
    const photo = await checks[index]!;
    if ('reason' in photo) refused.push({ name: file.name, reason: photo.reason, ...(photo.canShrink && { file }) });
    else addPhotos([photo]);
    editStore.setState({ checking: { done: index + 1, total: acceptedFiles.length } });
  }
  const [first] = refused;
  // If a photo can be made smaller, the dialog opens, because only the dialog has a button for this.
  const problem = first && files.length === 1 && !first.file ? fileProblem(t('photo_edit.not_image'), first) : undefined;
  const rejection = !problem && (refused.length > 0 || truncated) ? { files: refused, truncated } : undefined;
  editStore.setState({ checking: undefined, problem, rejection });
}

/** Adds photos that are already checked, for example results of another tool. Shows the first of them. */
export function addPhotos(photos: readonly Photo[]): void {
  const added = photos.slice(0, Math.max(0, freePlaces())).map((photo) => ({ id: newId(), photo }));
  const notAddedCount = photos.length - added.length;
  const isFirst = getDraft().photos.length === 0 || editStore.getState().items.size > 0;
  change({ type: 'photosAdded', photos: added });
  const [first] = added;
  const { selectedId } = editStore.getState();
  if (first && (isFirst || selectedId === undefined)) selectNew(first.id);
  if (notAddedCount > 0) editStore.setState({ notAddedCount });
}

/** Selects a new photo, unless another new photo is already selected. So only the first photo of a drop changes the selection. */
function selectNew(id: string): void {
  const { selectedId, items } = editStore.getState();
  const isNewSelected = selectedId !== undefined && !items.has(selectedId) && getDraft().photos.some((one) => one.id === selectedId);
  if (!isNewSelected) selectPhoto(id);
}

export const selectPhoto = (id: string): void => editStore.setState({ selectedId: id });

/** Removes a photo that is not being edited. A toast can undo the removal. */
export function removePhoto(id: string): void {
  const { photos } = getDraft();
  const index = photos.findIndex((one) => one.id === id);
  const removed = photos[index];
  if (!removed || isBeingEdited(id)) return;
  change({ type: 'photoRemoved', id });
  const next = getDraft().photos[Math.min(index, photos.length - 2)];
  editStore.setState({ selectedId: next?.id });
  showToast({
    message: t('photo_edit.photo_removed'),
    durationMs: undoToastMs,
    action: {
      label: t('common.undo'),
      run: () => {
        change({ type: 'removalUndone', photo: removed, index });
        selectPhoto(id);
      },
    },
  });
}

/** Removes all photos and their results from the page. The results stay in the history. */
export function startNew(): void {
  const previous = getDraft();
  change({ type: 'startedNew', nextId: crypto.randomUUID() });
  editStore.setState({ selectedId: undefined, failure: undefined, problem: undefined, notAddedCount: 0 });
  showToast({
    message: t('photo_edit.started_new'),
    durationMs: undoToastMs,
    action: { label: t('common.undo'), run: () => change({ type: 'startUndone', before: previous }) },
  });
}

/** Replaces the photos and settings with those of a past batch. While a batch runs, changes nothing and shows a message. */
export function openEditsAgain(batch: BatchResponse): void {
  if (batch.kind !== 'edit') return;
  if (isRunning(editStore.getState())) {
    showToast({ message: t('history.tool_busy'), durationMs: undoToastMs });
    return;
  }
  const previous = getDraft();
  change({ type: 'openedAgain', batch, newIds: newIds(batch.items.length), nextId: crypto.randomUUID() });
  editStore.setState({ selectedId: undefined, failure: undefined, problem: undefined, notAddedCount: 0 });
  showToast({
    message: t('history.opened_again'),
    durationMs: undoToastMs,
    action: { label: t('common.undo'), run: () => change({ type: 'replaced', draft: previous }) },
  });
}

/** Reduces files that were rejected because of their size, and adds them. If a file is still too large, it is rejected again. */
export function shrinkFiles(files: readonly File[]): void {
  lastCheck = lastCheck.then(async () => checkFiles({ files: await Promise.all(files.map(shrinkInWorker)), truncated: false }));
}

export const dismissRejection = (): void => editStore.setState({ rejection: undefined });
export const dismissNotAdded = (): void => editStore.setState({ notAddedCount: 0 });
