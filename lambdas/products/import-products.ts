/** Stores products of a sheet. Only differences are written, so a repeated call changes nothing. */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { ImportedProduct, ImportProductsResponse } from '#shared/products/api.ts';
import { digestOf } from '#shared/products/sheet.ts';
import { log } from '../platform/log.ts';
import { deleteObject } from '../store/objects.ts';
import { newFolder, type Product, type ProductFields, productIdOf, readProduct, type StoredPhoto, saveProduct } from '../store/products.ts';
import type { User } from '../store/users.ts';
import { type PreparedPhoto, preparePhoto, storePhoto } from './store-photo.ts';

type Imported = ImportProductsResponse['products'][number];
type FailedPhoto = Imported['failedPhotos'][number];

/** A product is read again after a concurrent change of the same product, which is rare. */
const attemptsMax = 4;

/**
 * The products are stored in order. After an error, the earlier products stay stored.
 * @throws AppError ProductsFull, ProductStorageFull; AddressNotAllowed or UploadNotFound for a wrong upload; ServiceBusy if other calls
 * change the same product all the time.
 */
export async function importProducts(user: User, products: readonly ImportedProduct[], now: Date): Promise<ImportProductsResponse> {
  const imported: Imported[] = [];
  for (const product of products) imported.push(await importProduct(user, product, now));
  return { products: imported };
}

async function importProduct(user: User, product: ImportedProduct, now: Date): Promise<Imported> {
  // The photos are read and decoded only once, even if the product is read again.
  const prepared = new Map<string, PreparedPhoto | FailedPhoto>();
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const stored = await readProduct(user.userId, productIdOf(product.sku));
    const imported = await writeDifference({ user, product, stored, prepared, now });
    if (imported) return imported;
  }
  throw new AppError('ServiceBusy');
}

type Write = {
  user: User;
  product: ImportedProduct;
  stored: Product | undefined;
  prepared: Map<string, PreparedPhoto | FailedPhoto>;
  now: Date;
};

/** @returns undefined if another call has changed the product since it was read. */
async function writeDifference({ user, product, stored, prepared, now }: Write): Promise<Imported | undefined> {
  const { sku } = product;
  const folder = stored?.folder ?? newFolder(productIdOf(sku));
  const { planned, failedPhotos } = await planPhotos(user.userId, product, stored, prepared);
  // A sheet without photos, or whose photos are all refused, keeps the stored photos.
  const wanted = planned.length > 0 ? planned : (stored?.photos ?? []);
  const fieldsWith = (photos: StoredPhoto[]): ProductFields => ({
    sku,
    title: product.title,
    options: product.options,
    variantSkus: product.variantSkus,
    photos,
    sourceDigest: product.source ? digestOf(product.source.cells) : (stored?.sourceDigest ?? ''),
  });
  const keptPhotos = wanted.flatMap((photo) => ('key' in photo ? photo : []));
  if (stored && keptPhotos.length === wanted.length && isSame(fieldsWith(keptPhotos), stored))
    return { sku, status: 'unchanged', failedPhotos };
  const photos: StoredPhoto[] = [];
  for (const photo of wanted) photos.push('key' in photo ? photo : await storePhoto(user.userId, folder, photo));
  const newPhotos = photos.filter((photo) => !stored?.photos.some(({ key }) => key === photo.key));
  const isSaved = await saveProduct({
    userId: user.userId,
    tier: user.tier,
    stored,
    folder,
    fields: fieldsWith(photos),
    source: product.source,
    now,
  }).catch(async (error) => {
    await deletePhotos(newPhotos);
    throw error;
  });
  const unusedPhotos = isSaved ? (stored?.photos ?? []).filter(({ key }) => !photos.some((photo) => photo.key === key)) : newPhotos;
  await deletePhotos(unusedPhotos);
  return isSaved ? { sku, status: stored ? 'changed' : 'new', failedPhotos } : undefined;
}

/** Returns the photos of a product in order: stored photos, and new photos that must be written. Each photo is used once. */
async function planPhotos(userId: string, { photos }: ImportedProduct, stored: Product | undefined, prepared: Write['prepared']) {
  const planned = new Map<string, StoredPhoto | PreparedPhoto>();
  const failedPhotos: FailedPhoto[] = [];
  for (const photo of photos) {
    const { source } = photo;
    if ('uploadKey' in photo && !prepared.has(photo.uploadKey)) prepared.set(photo.uploadKey, await prepareOrRefuse(userId, photo));
    const upload = 'uploadKey' in photo ? prepared.get(photo.uploadKey) : undefined;
    if (upload && 'code' in upload) {
      failedPhotos.push(upload);
      continue;
    }
    const hash = 'hash' in photo ? photo.hash : (upload?.hash ?? '');
    const storedPhoto = stored?.photos.find((one) => one.hash === hash);
    if (storedPhoto) planned.set(hash, { ...storedPhoto, source });
    else if (upload) planned.set(hash, { ...upload, source });
    else failedPhotos.push({ source, code: 'UploadNotFound' });
  }
  return { planned: [...planned.values()], failedPhotos };
}

const prepareOrRefuse = (
  userId: string,
  { source, uploadKey }: { source: string; uploadKey: string },
): Promise<PreparedPhoto | FailedPhoto> =>
  preparePhoto(userId, uploadKey, source).catch((error) => {
    if (error instanceof AppError && !wrongKeys.includes(error.code)) return { source, code: error.code };
    throw error;
  });

/** The key is wrong or has expired, so the caller must change the request. All other errors are about the picture. */
const wrongKeys: readonly ErrorCode[] = ['AddressNotAllowed', 'UploadNotFound'];

const comparedFields = ['sku', 'title', 'options', 'variantSkus', 'photos', 'sourceDigest'] as const;

/** The order of the fields in a stored object is not defined, so the names are sorted. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, content: unknown) =>
    typeof content === 'object' && content !== null && !Array.isArray(content)
      ? Object.fromEntries(Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1)))
      : content,
  );

const isSame = (fields: ProductFields, stored: Product): boolean =>
  comparedFields.every((name) => canonical(fields[name]) === canonical(stored[name]));

/** Deletes files that belong to no row. If this fails, the files stay until the account is deleted, and do not count towards any limit. */
async function deletePhotos(photos: readonly StoredPhoto[]): Promise<void> {
  for (const { key, thumbnailKey } of photos)
    for (const file of [key, thumbnailKey])
      await deleteObject(file).catch((error) => log('warn', 'a photo of a product could not be deleted', { key: file, error }));
}
