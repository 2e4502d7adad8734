/** A photo on the page (SPEC 3 'Uploaded image item'), and how one is made from a file. */
import type { CreateUploadRequest } from '#shared/upload/api.ts';
import type { ImageType } from '#shared/upload/image-file.ts';
import { checkFile, type RejectReason } from './check-file.ts';
import { decodeBeside } from './decoders.ts';

export type Photo = {
  id: string;
  /** The file's name. */
  title: string;
  /** Address of the preview. */
  src: string;
  /** Missing for a photo of a batch that was started elsewhere: it can be fetched from `src`. */
  file?: Blob;
  /** The small copy of a large file. */
  small?: Blob;
  contentType?: ImageType;
  width: number;
  height: number;
  fileSize: number;
  /** Where its upload belongs, if not with the photos of videos and images. */
  folder?: CreateUploadRequest['folder'];
};

const previews = new WeakMap<Blob, string>();
/** An object URL keeps its bytes until it is revoked, and a photo may be needed as long as an undo can bring it back: the collector knows. */
const unused = new FinalizationRegistry((url: string) => URL.revokeObjectURL(url));

/**
 * An address to show a photo at: its small copy where there is one, otherwise the file itself. The same blob has one address, which is
 * revoked when nothing on the page refers to the blob any more.
 */
export function previewOf(file: Blob, small: Blob | undefined): string {
  const shown = small ?? file;
  const known = previews.get(shown);
  if (known !== undefined) return known;
  const url = URL.createObjectURL(shown);
  previews.set(shown, url);
  unused.register(shown, url);
  return url;
}

/** A photo from a file, or the reason why it cannot be one. */
export async function photoFrom(file: File): Promise<Photo | { reason: RejectReason }> {
  try {
    const checked = await checkFile(file, decodeBeside);
    if (!checked.ok) return { reason: checked.reason };
    const { contentType, width, height, small } = checked;
    const about = { id: crypto.randomUUID(), title: file.name, contentType, width, height, fileSize: file.size };
    return { ...about, src: previewOf(file, small), file, ...(small && { small }) };
  } catch (error) {
    console.warn(`could not take ${file.name}`, error);
    return { reason: 'processing_error' };
  }
}
