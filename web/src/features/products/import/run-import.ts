/** Uploads the photos of the products and stores the products. A repeated import continues, because it only sends differences. */
import type { ImportedProduct, ProductSummary } from '#shared/products/api.ts';
import { knownHash } from '#shared/products/compare.ts';
import { sourceCharactersMax } from '#shared/products/limits.ts';
import { firstBytesLength, imageBytesMax, sniffImageType } from '#shared/upload/image-file.ts';
import { shrinkInWorker } from '#web/features/upload/decoders.ts';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';
import { removeUploadKeys } from '#web/lib/upload-keys.ts';
import { fetchPhoto, importProducts } from '../product-calls.ts';
import { partsOf, splitByCharacters } from './import-parts.ts';
import type { PlannedProduct } from './session.ts';
import type { SheetWorker } from './sheet-client.ts';
import type { PhotoSource } from './sort-files.ts';

export type ImportJob = { index: number; product: PlannedProduct; stored: ProductSummary | undefined };
export type FailedPhoto = { sku: string; source: string; code: string };

type Import = {
  jobs: readonly ImportJob[];
  files: readonly PhotoSource[];
  worker: SheetWorker;
  /** Without a sheet, the stored titles, options and source rows stay. */
  hasSheet: boolean;
  signal: AbortSignal;
  onProgress: (done: number, failedPhotos: readonly FailedPhoto[]) => void;
};

/** Photos of one part are sent at the same time. */
const parallelPhotosMax = 4;

/** Errors that belong to one photo. After any other error, the import stops. */
const photoErrors = [
  ...['ImageTooLarge', 'ImageTypeUnsupported', 'ImageTypeMismatch', 'ImageUnreadable', 'ImageDimensions'],
  ...['PhotoAddressRefused', 'PhotoAddressFailed'],
];

/** @throws ApiError of a call that fails permanently. The products of the earlier calls stay stored. */
export async function runImport({ jobs, files, worker, hasSheet, signal, onProgress }: Import): Promise<void> {
  const parts = partsOf(jobs);
  const failedPhotos: FailedPhoto[] = [];
  let done = 0;
  // While the server stores a part, the photos of the next part are uploaded.
  let next = parts[0] && readyPart(parts[0], files, signal);
  for (const [index, part] of parts.entries()) {
    const ready = await next;
    if (!ready) return;
    const following = parts[index + 1];
    next = following && readyPart(following, files, signal);
    // A failure is handled when the part is used. Without this line, the browser would report it earlier.
    next?.catch(() => undefined);
    const sources = hasSheet ? await worker.sources(part.map((job) => job.index)) : [];
    const products = part.map((job, position) => requestOf(job, ready.photos[position] ?? [], sources[position]));
    failedPhotos.push(...ready.failed);
    for (const body of splitByCharacters(products)) {
      const response = await retryCall(() => importProducts(body, signal)).catch((error: unknown) => {
        // Storage has deleted an upload, so all photos must be sent again.
        if (codeOf(error) === 'UploadNotFound') removeUploadKeys();
        throw error;
      });
      for (const { sku, failedPhotos: refused } of response.products) failedPhotos.push(...refused.map((photo) => ({ sku, ...photo })));
      done += body.length;
      onProgress(done, failedPhotos);
    }
  }
}

type ReadyPhoto = ImportedProduct['photos'][number];

async function readyPart(part: readonly ImportJob[], files: readonly PhotoSource[], signal: AbortSignal) {
  const photos: ReadyPhoto[][] = part.map(() => []);
  const failed: FailedPhoto[] = [];
  const tasks = part.flatMap((job, position) => job.product.photos.map((photo, order) => ({ job, position, photo, order }))).values();
  const sendNext = async () => {
    for (const { job, position, photo, order } of tasks) {
      signal.throwIfAborted();
      const file = 'file' in photo ? files[photo.file] : undefined;
      const source = 'url' in photo ? photo.url : (file?.path ?? '');
      try {
        const ready = await (file ? readyFile(file, job.stored, signal) : readyUrl(source, job.stored, signal));
        (photos[position] as ReadyPhoto[])[order] = ready;
      } catch (error) {
        const code = codeOf(error);
        if (!photoErrors.includes(code)) throw error;
        failed.push({ sku: job.product.sku, source, code });
      }
    }
  };
  await Promise.all(Array.from({ length: parallelPhotosMax }, sendNext));
  // The list of a product has gaps where a photo failed.
  return { photos: photos.map((list) => list.filter(Boolean)), failed };
}

/** A photo above the limit of uploads is made smaller, always in the same way. */
export async function photoBytes(file: PhotoSource): Promise<{ blob: Blob; hash: string }> {
  const content = await file.open().catch((cause: unknown) => {
    throw new ApiError('ImageUnreadable', {}, { cause });
  });
  const blob = content.size > imageBytesMax ? await shrinkInWorker(new File([content], file.path)) : content;
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return { blob, hash: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}

async function readyFile(file: PhotoSource, stored: ProductSummary | undefined, signal: AbortSignal): Promise<ReadyPhoto> {
  const { path } = file;
  const { blob, hash } = await photoBytes(file);
  const source = path.slice(-255);
  if (stored?.photos.some((photo) => photo.hash === hash)) return { source, hash };
  const contentType = sniffImageType(new Uint8Array(await blob.slice(0, firstBytesLength).arrayBuffer()));
  if (!contentType) throw new ApiError('ImageTypeUnsupported');
  if (blob.size > imageBytesMax) throw new ApiError('ImageTooLarge');
  const title = path.split('/').at(-1) ?? path;
  const photo = { id: `product ${hash}`, title, src: '', file: blob, contentType, width: 0, height: 0, fileSize: blob.size };
  return { source, uploadKey: await sendPhoto(photo, () => undefined, signal) };
}

async function readyUrl(source: string, stored: ProductSummary | undefined, signal: AbortSignal): Promise<ReadyPhoto> {
  const hash = knownHash({ source }, stored);
  if (hash) return { source, hash };
  const { key } = await retryCall(() => fetchPhoto(source, signal));
  return { source, uploadKey: key };
}

function requestOf(
  { product, stored }: ImportJob,
  photos: ReadyPhoto[],
  source: { headers: string[]; cells: string[] } | undefined,
): ImportedProduct {
  const { sku, title, options, variantSkus } = source || !stored ? product : stored;
  return { sku, title, options, variantSkus, photos, ...(source && { source: shortened(source) }) };
}

/** Shortens the longest cells of a very long row, for example a description with pictures. */
function shortened({ headers, cells }: { headers: string[]; cells: string[] }): { headers: string[]; cells: string[] } {
  const length = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  let cellCharactersMax = sourceCharactersMax;
  const shortest = () => cells.map((cell) => cell.slice(0, cellCharactersMax));
  while (length(headers) + length(shortest()) > sourceCharactersMax && cellCharactersMax > 1)
    cellCharactersMax = Math.floor(cellCharactersMax / 2);
  return { headers, cells: shortest() };
}
