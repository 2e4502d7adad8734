/** Adds photos to the cards. Each file is checked first. Rejected files are listed with the reason. */
import pLimit from 'p-limit';
import type { BatchItem } from '#shared/batch/api.ts';
import type { RejectedFile } from '#web/features/upload/check-file.ts';
import type { Collected } from '#web/features/upload/collect-files.ts';
import { decodersMax, shrinkInWorker } from '#web/features/upload/decoders.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { singleFileProblem } from '#web/features/upload/single-file-problem.ts';
import { t } from '#web/lib/i18n/t.ts';
import { roomForPhotos } from '../cards/cards.ts';
import { newId } from '../cards/new-id.ts';
import type { AnyState, ToolCore } from './core.ts';

const without = <Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== id));

export function photoActions<State extends AnyState, Item extends BatchItem, Extra>({ store, change }: ToolCore<State, Item, Extra>) {
  const isFull = () => roomForPhotos(store.getState().draft) <= 0;

  async function take({ files, truncated }: Collected): Promise<void> {
    const refused: RejectedFile[] = [];
    const limit = pLimit(decodersMax);
    store.setState({ checking: { done: 0, total: files.length } });
    const judged = files.map((file) =>
      limit(async () => (isFull() ? { reason: 'batch_full' as const, canShrink: false } : photoFrom(file))),
    );
    // The loop adds photos in the order of the files, so that the cards have the order of the folder.
    for (const [index, file] of files.entries()) {
      const photo = await judged[index]!;
      if ('reason' in photo) refused.push({ name: file.name, reason: photo.reason, ...(photo.canShrink && { file }) });
      else if (isFull()) refused.push({ name: file.name, reason: 'batch_full' });
      else change({ type: 'photosAdded', photos: [photo], newIds: [newId()] });
      store.setState({ checking: { done: index + 1, total: files.length } });
    }
    store.setState({ checking: undefined, ...((refused.length > 0 || truncated) && { rejection: { files: refused, truncated } }) });
  }

  /** Added groups of files are processed one after the other, because two groups would fill the same free cards. */
  let taking: Promise<void> = Promise.resolve();

  /** The newest file of each card, to ignore the result of an earlier check that ends later. */
  const newest = new Map<string, File>();

  async function setFile(cardId: string, file: File): Promise<void> {
    newest.set(cardId, file);
    const { problems, tooLarge } = store.getState();
    store.setState({ problems: without(problems, cardId), tooLarge: without(tooLarge, cardId) });
    const photo = await photoFrom(file);
    if (newest.get(cardId) !== file) return;
    newest.delete(cardId);
    if ('reason' in photo) {
      const state = store.getState();
      store.setState({ problems: { ...state.problems, [cardId]: t(singleFileProblem(photo.reason, file.type), uploadLimits) } });
      if (photo.canShrink) store.setState({ tooLarge: { ...state.tooLarge, [cardId]: file } });
    } else change({ type: 'photoSet', cardId, photo });
  }

  return {
    addFiles(collected: Collected): void {
      if (collected.files.length === 0 && !collected.truncated) return;
      taking = taking.then(() => take(collected));
    },
    /** Shrinks files that were rejected because of their size, and adds the results. A file that is still too large is rejected again. */
    shrinkFiles(files: readonly File[]): void {
      taking = taking.then(async () => take({ files: await Promise.all(files.map(shrinkInWorker)), truncated: false }));
    },
    /** Shrinks the rejected photo of a card, and adds the result to the card. */
    async shrinkPhoto(cardId: string): Promise<void> {
      const { tooLarge } = store.getState();
      const file = tooLarge[cardId];
      if (!file) return;
      store.setState({ tooLarge: without(tooLarge, cardId) });
      await setFile(cardId, await shrinkInWorker(file));
    },
    /** Adds photos that were already checked, for example samples or results on the server. */
    addPhotos(photos: readonly Photo[]): void {
      const refused: RejectedFile[] = [];
      for (const photo of photos)
        if (isFull()) refused.push({ name: photo.title, reason: 'batch_full' });
        else change({ type: 'photosAdded', photos: [photo], newIds: [newId()] });
      if (refused.length > 0) store.setState({ rejection: { files: refused, truncated: false } });
    },
    setFile,
    dismissRejection: () => store.setState({ rejection: undefined }),
  };
}
