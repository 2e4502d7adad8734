/** A photo on the page (SPEC 3 'Uploaded image item'), and how one is made from a file. */
import { type ImageType, thumbnailAboveBytes, thumbnailSide } from '#shared/upload/image-file.ts';
import { checkFile, type Measure, type RejectReason } from './check-file.ts';

export type Photo = {
  id: string;
  /** The file's name. */
  title: string;
  /** Address of the preview. */
  src: string;
  /** Missing for a photo of a batch that was started elsewhere: it can be fetched from `src`. */
  file?: Blob;
  contentType?: ImageType;
  width: number;
  height: number;
  fileSize: number;
};

const thumbnailQuality = 0.8;

const measure: Measure = async (file) => {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
};

/** An address to show a file at: the file itself, or a small copy of a large one. */
export async function previewOf(file: Blob): Promise<string> {
  if (file.size <= thumbnailAboveBytes) return URL.createObjectURL(file);
  const whole = await createImageBitmap(file);
  const scale = Math.min(1, thumbnailSide / Math.max(whole.width, whole.height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(whole.width * scale)), Math.max(1, Math.round(whole.height * scale)));
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/jpeg', quality: thumbnailQuality }));
}

/** A photo from a file, or the reason why it cannot be one. */
export async function photoFrom(file: File): Promise<Photo | { reason: RejectReason }> {
  try {
    const checked = await checkFile(file, measure);
    if (!checked.ok) return { reason: checked.reason };
    const { contentType, width, height } = checked;
    const src = await previewOf(file);
    return { id: crypto.randomUUID(), title: file.name, src, file, contentType, width, height, fileSize: file.size };
  } catch (error) {
    console.warn(`could not take ${file.name}`, error);
    return { reason: 'processing_error' };
  }
}
