/** Adds photos to the cards. Each file is checked first. Rejected files are listed with the reason. */
import pLimit from 'p-limit';
import type { BatchItem } from '#shared/batch/api.ts';
import type { RejectedFile } from '#web/features/upload/check-file.ts';
import type { Collected } from '#web/features/upload/collect-files.ts';
import { decodersMax, shrinkInWorker } from '#web/features/upload/decoders.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { singleFileProblemKey } from '#web/features/upload/single-file-problem.ts';
import { t } from '#web/lib/i18n/t.ts';
import { roomForPhotos } from '../cards/cards.ts';
import { newId } from '../cards/new-id.ts';
import type { AnyState, ToolCore } from './core.ts';

const omitKey = <Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));

export function photoActions<State extends AnyState, Item extends BatchItem, Extra>({ store, change }: ToolCore<State, Item, Extra>) {
  const isFull = () => roomForPhotos(store.getState().draft) <= 0;

  async function checkAndAdd({ files, truncated }: Collected): Promise<void> {
    const rejected: RejectedFile[] = [];
    const limit = pLimit(decodersMax);
    store.setState({ checking: { done: 0, total: files.length } });
    const checks = files.map((file) =>
      limit(async () => (isFull() ? { reason: 'batch_full' as const, canShrink: false } : photoFrom(file))),
    );
    // The loop adds the photos one after another, so that the cards have the same order as the files in the folder.
    for (const [index, file] of files.entries()) {
      const photo = await checks[index]!;
      if ('reason' in photo) rejected.push({ name: file.name, reason: photo.reason, ...(photo.canShrink && { file }) });
      else if (isFull()) rejected.push({ name: file.name, reason: 'batch_full' });
      else change({ type: 'photosAdded', photos: [photo], newIds: [newId()] });
      store.setState({ checking: { done: index + 1, total: files.length } });
    }
    store.setState({ checking: undefined, ...((rejected.length > 0 || truncated) && { rejection: { files: rejected, truncated } }) });
  }

  /**
   * If files are added while earlier files are still being checked, the new files wait. Otherwise, both groups would fill the same free
   * cards.
   */
  let pendingAdds: Promise<void> = Promise.resolve();

  /** The newest file of each card. If the check of an earlier file ends later, its result is ignored. */
  const newestFiles = new Map<string, File>();

  async function setFile(cardId: string, file: File): Promise<void> {
    newestFiles.set(cardId, file);
    const { problems, tooLarge } = store.getState();
    store.setState({ problems: omitKey(problems, cardId), tooLarge: omitKey(tooLarge, cardId) });
    const photo = await photoFrom(file);
    if (newestFiles.get(cardId) !== file) return;
    newestFiles.delete(cardId);
    if ('reason' in photo) {
      const state = store.getState();
      store.setState({ problems: { ...state.problems, [cardId]: t(singleFileProblemKey(photo.reason, file.type), uploadLimits) } });
      if (photo.canShrink) store.setState({ tooLarge: { ...state.tooLarge, [cardId]: file } });
    } else change({ type: 'photoSet', cardId, photo });
  }

  return {
    addFiles(collected: Collected): void {
      if (collected.files.length === 0 && !collected.truncated) return;
      pendingAdds = pendingAdds.then(() => checkAndAdd(collected));
    },
    /** Makes files smaller that were rejected because of their size, and adds them. If a file is still too large, it is rejected again. */
    shrinkFiles(files: readonly File[]): void {
      pendingAdds = pendingAdds.then(async () => checkAndAdd({ files: await Promise.all(files.map(shrinkInWorker)), truncated: false }));
    },
    /** Makes the rejected photo of a card smaller, and adds it to the card. */
    async shrinkPhoto(cardId: string): Promise<void> {
      const { tooLarge } = store.getState();
      const file = tooLarge[cardId];
      if (!file) return;
      store.setState({ tooLarge: omitKey(tooLarge, cardId) });
      await setFile(cardId, await shrinkInWorker(file));
    },
    /** Adds photos that were already checked, for example samples or results on the server. */
    addPhotos(photos: readonly Photo[]): void {
      const rejected: RejectedFile[] = [];
      for (const photo of photos)
        if (isFull()) rejected.push({ name: photo.title, reason: 'batch_full' });
        else change({ type: 'photosAdded', photos: [photo], newIds: [newId()] });
      if (rejected.length > 0) store.setState({ rejection: { files: rejected, truncated: false } });
    },
    setFile,
    dismissRejection: () => store.setState({ rejection: undefined }),
  };
}
