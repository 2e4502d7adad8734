/** Adds and removes photos. */
import pLimit from 'p-limit';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { newId } from '#web/features/batch/cards/new-id.ts';
import type { RejectedFile } from '#web/features/upload/check-file.ts';
import type { Collected } from '#web/features/upload/collect-files.ts';
import { decodersMax, shrinkInWorker } from '#web/features/upload/decoders.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { fileProblem } from '../file-problem.ts';
import { change, draftNow, editStore } from './core.ts';
import { statusOf } from './selectors.ts';

/** Enough time to find the button that undoes the change. */
export const undoToastMs = 8_000;

const room = (): number => editsPerBatchMax - draftNow().photos.length;
const isBeingMade = (id: string): boolean => ['sending', 'queued', 'working'].includes(statusOf(editStore.getState(), id));

/** One drop after the other, so that the photos keep the order of the drops. */
let taking: Promise<void> = Promise.resolve();

export function addFiles(collected: Collected): void {
  if (collected.files.length > 0 || collected.truncated) taking = taking.then(() => take(collected));
}

async function take({ files, truncated }: Collected): Promise<void> {
  const wanted = files.slice(0, Math.max(0, room()));
  const refused: RejectedFile[] = [];
  const limit = pLimit(decodersMax);
  editStore.setState({ problem: undefined, leftOut: files.length - wanted.length, checking: { done: 0, total: wanted.length } });
  const judged = wanted.map((file) => limit(() => photoFrom(file)));
  for (const [index, file] of wanted.entries()) {
    const photo = await judged[index]!;
    if ('reason' in photo) refused.push({ name: file.name, reason: photo.reason, ...(photo.canShrink && { file }) });
    else addPhotos([photo]);
    editStore.setState({ checking: { done: index + 1, total: wanted.length } });
  }
  const [first] = refused;
  // The dialog offers to make a photo smaller; a line of text cannot.
  const problem = first && files.length === 1 && !first.file ? fileProblem(t('photo_edit.not_image'), first) : undefined;
  const rejection = !problem && (refused.length > 0 || truncated) ? { files: refused, truncated } : undefined;
  editStore.setState({ checking: undefined, problem, rejection });
}

/** Adds photos that are already checked, for example results of another tool, and shows the first of them. */
export function addPhotos(photos: readonly Photo[]): void {
  const added = photos.slice(0, Math.max(0, room())).map((photo) => ({ id: newId(), photo }));
  const leftOut = photos.length - added.length;
  const isFirst = draftNow().photos.length === 0 || editStore.getState().items.size > 0;
  change({ type: 'photosAdded', photos: added });
  const [first] = added;
  const { selectedId } = editStore.getState();
  if (first && (isFirst || selectedId === undefined)) selectNew(first.id);
  if (leftOut > 0) editStore.setState({ leftOut });
}

/** Photos of one drop come one by one: only the first of them moves the selection. */
function selectNew(id: string): void {
  const { selectedId, items } = editStore.getState();
  const isOnNew = selectedId !== undefined && !items.has(selectedId) && draftNow().photos.some((one) => one.id === selectedId);
  if (!isOnNew) selectPhoto(id);
}

export const selectPhoto = (id: string): void => editStore.setState({ selectedId: id });

/** Removes a photo that is not being edited. A toast can undo it. */
export function removePhoto(id: string): void {
  const { photos } = draftNow();
  const index = photos.findIndex((one) => one.id === id);
  const removed = photos[index];
  if (!removed || isBeingMade(id)) return;
  change({ type: 'photoRemoved', id });
  const next = draftNow().photos[Math.min(index, photos.length - 2)];
  editStore.setState({ selectedId: next?.id });
  showToast({
    message: t('photo_edit.photo_removed'),
    durationMs: undoToastMs,
    action: {
      label: t('common.undo'),
      run: () => {
        change({ type: 'photoPutBack', photo: removed, index });
        selectPhoto(id);
      },
    },
  });
}

/** Removes all photos and their results from the page. The results stay in the history. */
export function startNew(): void {
  const before = draftNow();
  change({ type: 'startedNew', nextId: crypto.randomUUID() });
  editStore.setState({ selectedId: undefined, failure: undefined, problem: undefined, leftOut: 0 });
  showToast({
    message: t('photo_edit.started_new'),
    durationMs: undoToastMs,
    action: { label: t('common.undo'), run: () => change({ type: 'putBack', before }) },
  });
}

/** Makes files smaller that were rejected for their size, and adds them. A file that cannot be made smaller is rejected again. */
export function shrinkFiles(files: readonly File[]): void {
  taking = taking.then(async () => take({ files: await Promise.all(files.map(shrinkInWorker)), truncated: false }));
}

export const dismissRejection = (): void => editStore.setState({ rejection: undefined });
export const dismissLeftOut = (): void => editStore.setState({ leftOut: 0 });
