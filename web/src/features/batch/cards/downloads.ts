import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import { imageFileName } from '#shared/image/file-name.ts';
import { videoFileName } from '#shared/video/file-name.ts';
import type { ZipEntry } from '#web/features/download/zip.ts';

const fileNames: Record<BatchKind, (title: string, completedAt: Date) => string> = { video: videoFileName, image: imageFileName };

/** The name under which a result is saved (U2). */
export const fileNameOf = (kind: BatchKind, { title, completedAt }: Pick<BatchItem, 'title' | 'completedAt'>): string =>
  fileNames[kind](title, new Date(completedAt ?? 0));

type Finished = Pick<BatchItem, 'title' | 'completedAt' | 'downloadUrl'>;

/** The finished results among some items, as files to save. */
export const downloadsOf = (kind: BatchKind, items: readonly (Finished | undefined)[]): ZipEntry[] =>
  items.flatMap((item) => (item?.downloadUrl ? { name: fileNameOf(kind, item), url: item.downloadUrl } : []));
