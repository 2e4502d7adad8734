import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import { imageFileName } from '#shared/image/file-name.ts';
import { videoFileName } from '#shared/video/file-name.ts';
import type { ZipEntry } from '#web/features/download/zip.ts';
import type { PackedResult } from '#web/features/package/planned-packages.ts';
import type { MenuResult } from '#web/features/review/result-menu.tsx';

const fileNames: Record<BatchKind, (title: string, completedAt: Date) => string> = { video: videoFileName, image: imageFileName };

/** Returns the file name of a saved result. */
export const fileNameOf = (kind: BatchKind, { title, completedAt }: Pick<BatchItem, 'title' | 'completedAt'>): string =>
  fileNames[kind](title, new Date(completedAt ?? 0));

/** Returns the data of a finished result for its menu. */
export const menuResult = (kind: BatchKind, item: BatchItem): MenuResult => ({
  key: item.itemId,
  name: item.title,
  src: ('videoUrl' in item ? item.videoUrl : 'imageUrl' in item ? item.imageUrl : undefined) ?? '',
  downloadUrl: item.downloadUrl,
  resultKey: 'resultKey' in item ? item.resultKey : undefined,
  fileName: fileNameOf(kind, item),
});

type Finished = Pick<BatchItem, 'title' | 'sku' | 'completedAt' | 'downloadUrl'>;

/** Returns the finished results with their titles, for packages. */
export const resultsOf = (items: readonly (Finished | undefined)[]): PackedResult[] =>
  items.flatMap((item) => (item?.downloadUrl ? [{ title: item.title, sku: item.sku, url: item.downloadUrl }] : []));

/** Returns the finished results as files to save. */
export const downloadsOf = (kind: BatchKind, items: readonly (Finished | undefined)[]): ZipEntry[] =>
  items.flatMap((item) => (item?.downloadUrl ? { name: fileNameOf(kind, item), url: item.downloadUrl } : []));
