/** A photo on the page, and the conversion of a file into a photo (docs/spec.md 4). */
import type { CreateUploadRequest } from '#shared/upload/api.ts';
import type { ImageType } from '#shared/upload/image-file.ts';
import { previewOf } from '#web/lib/drafts/files.ts';
import { checkFile, type RejectReason } from './check-file.ts';
import { decodeInWorker } from './decoders.ts';

export type Photo = {
  id: string;
  /** The file's name. */
  title: string;
  /** URL of the preview. */
  src: string;
  /** The file. Undefined if the photo was ordered on another device. Then `src` contains the URL of the file. */
  file?: Blob;
  /** Key of a file that is already in storage, for example a delivered image. The page does not upload this file again. */
  uploadKey?: string;
  /** The past item to which this photo belongs. The page needs it to request a new link to the photo. */
  source?: { batchId: string; itemId: string };
  /** The small copy of a large file. */
  small?: Blob;
  contentType?: ImageType;
  width: number;
  height: number;
  fileSize: number;
  /** The folder of the upload in storage. The default is the folder for the photos of videos and images. */
  folder?: CreateUploadRequest['folder'];
};

/** Returns a photo from a file, or the reason why the file is not accepted. */
export async function photoFrom(file: File): Promise<Photo | { reason: RejectReason; canShrink: boolean }> {
  try {
    const checked = await checkFile(file, decodeInWorker);
    if (!checked.ok) return { reason: checked.reason, canShrink: checked.canShrink };
    const { contentType, width, height, small } = checked;
    const facts = { id: crypto.randomUUID(), title: file.name, contentType, width, height, fileSize: file.size };
    return { ...facts, src: previewOf(file, small), file, ...(small && { small }) };
  } catch (error) {
    console.warn(`${file.name} could not be checked`, error);
    return { reason: 'processing_error', canShrink: false };
  }
}
