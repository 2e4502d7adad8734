/** Shares a result with another app of the device (Web Share API with files). */
import { fetchFile } from '#web/features/download/zip.ts';
import type { ReviewItem } from './review-item.ts';

export type ShareableItem = Pick<ReviewItem, 'src' | 'downloadUrl' | 'fileName'>;

const fetchMsMax = 2 * 60_000;
const types: Record<string, string> = { mp4: 'video/mp4', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

const fileOf = ({ fileName }: Pick<ShareableItem, 'fileName'>, content: Blob | string): File =>
  new File([content], fileName, { type: types[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream' });

/** Whether the browser can share a file of this type. */
export const canShare = (item: Pick<ShareableItem, 'fileName'>): boolean =>
  typeof navigator !== 'undefined' && navigator.canShare?.({ files: [fileOf(item, '')] }) === true;

export const fetchSharedFile = async (item: ShareableItem): Promise<File> =>
  fileOf(item, await fetchFile(item.downloadUrl ?? item.src, AbortSignal.timeout(fetchMsMax)));

/** Shares a file. Returns 'late' if the download of the file took too long. In this case, the browser requires another click. */
export async function shareFile(file: File): Promise<'shared' | 'cancelled' | 'late' | 'failed'> {
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    return name === 'AbortError' ? 'cancelled' : name === 'NotAllowedError' ? 'late' : 'failed';
  }
}
