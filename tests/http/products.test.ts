/** Tests the calls for products over HTTP: what is refused, what an import changes, and what a deletion leaves. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { dynamo, updateOnce } from '#lambdas/store/dynamo.ts';
import { filesOf } from '#lambdas/store/media.ts';
import { productIdOf, readProduct } from '#lambdas/store/products.ts';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type {
  DeleteProductsResponse,
  ImportedProduct,
  ImportProductsResponse,
  ListProductsResponse,
  ProductSummary,
} from '#shared/products/api.ts';
import { productStorageBytesMax, productsMax } from '#shared/products/limits.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code } });
const product = (sku: string, changes: Partial<ImportedProduct> = {}): ImportedProduct => ({
  sku,
  title: `Title of ${sku}`,
  options: [{ name: 'Color', values: ['Ruby'] }],
  variantSkus: [sku],
  source: { headers: ['SKU', 'Price'], cells: [sku, '0089.00'] },
  photos: [],
  ...changes,
});
const importProducts = (seller: Seller, ...products: ImportedProduct[]) =>
  seller.call<ImportProductsResponse & { code?: string }>('POST', '/api/products/import', { products });
const listProducts = async (seller: Seller, query = '') => (await seller.call<ListProductsResponse>('GET', `/api/products${query}`)).body;
const deleteProducts = (seller: Seller, ...productIds: string[]) =>
  seller.call<DeleteProductsResponse>('POST', '/api/products/delete', { productIds });
const find = async (seller: Seller, sku: string): Promise<ProductSummary | undefined> =>
  (await listProducts(seller)).items.find((one) => one.sku === sku);
const uploadPhoto = async (seller: Seller, size = { width: 900, height: 1600 }) => {
  const bytes = await createPhoto('jpeg', size);
  return { bytes, ...(await seller.upload(bytes)), hash: createHash('sha256').update(bytes).digest('hex') };
};
async function storedFiles(seller: Seller): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of filesOf('product-photos', seller.userId)) keys.push(...page.map(({ key }) => key));
  return keys;
}

describe('an import is refused', () => {
  let seller: Seller;
  beforeAll(async () => {
    seller = await signIn(cloud.origin);
  });

  test.each<[string, unknown]>([
    ['without products', { products: [] }],
    ['with too many products', { products: Array.from({ length: 21 }, (_, index) => product(`VT-${index}`)) }],
    ['with an empty SKU', { products: [product('')] }],
    ['with white space around a SKU', { products: [product(' VT-1')] }],
    ['with a long SKU', { products: [product('x'.repeat(101))] }],
    ['with a line break in a SKU', { products: [product('VT\n1')] }],
    ['without a title', { products: [product('VT-1', { title: '' })] }],
    ['with a long title', { products: [product('VT-1', { title: 'x'.repeat(501) })] }],
    [
      'with too many photos',
      { products: [product('VT-1', { photos: Array.from({ length: 11 }, () => ({ source: 'a', hash: '0'.repeat(64) })) })] },
    ],
    ['with a wrong hash', { products: [product('VT-1', { photos: [{ source: 'a', hash: '../../x' }] })] }],
    ['with a long source row', { products: [product('VT-1', { source: { headers: ['a'], cells: ['x'.repeat(40_001)] } })] }],
    [
      'with too many new photos',
      {
        products: ['A', 'B', 'C', 'D'].map((sku) =>
          product(sku, { photos: Array.from({ length: 10 }, () => ({ source: 'a', uploadKey: 'b' })) }),
        ),
      },
    ],
    ['as an array', [product('VT-1')]],
  ])('%s', async (_, body) => {
    expect(await seller.call('POST', '/api/products/import', body)).toMatchObject(errorResponse(400, 'BadRequest'));
    expect((await listProducts(seller)).items).toEqual([]);
  });

  test('with the upload or the photo of another user', async () => {
    const other = await signIn(cloud.origin);
    const { key } = await uploadPhoto(other);
    await importProducts(other, product('VT-1', { photos: [{ source: 'a.jpg', uploadKey: key }] }));
    const foreignPhoto = (await find(other, 'VT-1'))?.photo?.key as string;
    for (const uploadKey of [key, foreignPhoto, `uploads/${seller.userId}/../${other.userId}/a.jpg`])
      expect(await importProducts(seller, product('VT-1', { photos: [{ source: 'a.jpg', uploadKey }] }))).toMatchObject(
        errorResponse(400, 'AddressNotAllowed'),
      );
    expect((await listProducts(seller)).items).toEqual([]);
  });

  test('with an upload that does not exist', async () => {
    const uploadKey = `uploads/${seller.userId}/temp-images/none.jpg`;
    expect(await importProducts(seller, product('VT-1', { photos: [{ source: 'a.jpg', uploadKey }] }))).toMatchObject(
      errorResponse(404, 'UploadNotFound'),
    );
  });

  test('above the storage quota, and no file remains', async () => {
    const full = await signIn(cloud.origin);
    await setUsage(full, { bytes: productStorageBytesMax.neverPaid - 10 });
    const { key } = await uploadPhoto(full);
    expect(await importProducts(full, product('VT-1', { photos: [{ source: 'a.jpg', uploadKey: key }] }))).toMatchObject(
      errorResponse(409, 'ProductStorageFull'),
    );
    expect(await storedFiles(full)).toEqual([]);
    // A product without photos needs no storage.
    expect((await importProducts(full, product('VT-1'))).status).toBe(200);
  });

  test('above the number of products', async () => {
    const full = await signIn(cloud.origin);
    await importProducts(full, product('VT-1'));
    await setUsage(full, { products: productsMax });
    expect(await importProducts(full, product('VT-2'))).toMatchObject(errorResponse(409, 'ProductsFull'));
    expect((await importProducts(full, product('VT-1', { title: 'New title' }))).body.products[0]?.status).toBe('changed');
  });
});

/** Sets the counts of a seller, because 10,000 products would take minutes. */
async function setUsage({ userId }: Seller, counts: { products?: number; bytes?: number }): Promise<void> {
  await updateOnce({
    TableName: requiredEnv('TABLE_PRODUCTS'),
    Key: { user_id: userId, sk: 'usage' },
    UpdateExpression: 'SET products = :products, bytes = :bytes',
    ConditionExpression: 'attribute_not_exists(never_set)',
    ExpressionAttributeValues: { ':products': counts.products ?? 0, ':bytes': counts.bytes ?? 0 },
  });
}

async function readUsage({ userId }: Seller): Promise<[products: unknown, bytes: unknown]> {
  const { GetCommand } = await import('@aws-sdk/lib-dynamodb');
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: requiredEnv('TABLE_PRODUCTS'), Key: { user_id: userId, sk: 'usage' }, ConsistentRead: true }),
  );
  return [Item?.products ?? 0, Item?.bytes ?? 0];
}

describe('a photo by its URL is refused', () => {
  test.each([
    ...['http://example.com/a.jpg', 'https://127.0.0.1/a.jpg', 'https://[::1]/a.jpg', 'https://169.254.169.254/latest/meta-data/'],
    ...[
      'https://localhost/a.jpg',
      'https://localhost.localdomain/a.jpg',
      'file:///etc/passwd',
      'uploads/x/a.jpg',
      'https://user:x@example.com/a.jpg',
    ],
  ])('%s', async (url) => {
    const seller = await signIn(cloud.origin);
    const { status, body } = await seller.call('POST', '/api/products/photos', { url });
    // A name that cannot be resolved on this machine fails; every other URL is refused.
    expect([status, body.code]).toEqual(
      url.includes('localdomain') ? [expect.any(Number), expect.stringMatching(/^PhotoAddress/)] : [400, 'PhotoAddressRefused'],
    );
  });
});

test('an import that runs twice changes nothing the second time', async () => {
  const seller = await signIn(cloud.origin);
  const { key, hash, bytes } = await uploadPhoto(seller);
  const request = product('VT-1', { photos: [{ source: 'a.jpg', uploadKey: key }] });
  expect((await importProducts(seller, request)).body.products).toEqual([{ sku: 'VT-1', status: 'new', failedPhotos: [] }]);
  const first = await storedFiles(seller);
  expect((await importProducts(seller, request)).body.products).toEqual([{ sku: 'VT-1', status: 'unchanged', failedPhotos: [] }]);
  expect(await storedFiles(seller)).toEqual(first);
  expect(await readUsage(seller)).toEqual([1, bytes.length]);
  const stored = await find(seller, 'VT-1');
  expect(stored).toMatchObject({
    title: 'Title of VT-1',
    options: [{ name: 'Color', values: ['Ruby'] }],
    photos: [{ hash, source: 'a.jpg', sizeBytes: bytes.length, contentType: 'image/jpeg' }],
    made: { videos: 0, images: 0, edits: 0 },
  });
  const links = [stored?.photo?.url, stored?.photo?.thumbnail].map(String);
  expect(await Promise.all(links.map(async (link) => (await fetch(link)).status))).toEqual([200, 200]);
});

test('two imports of the same product at the same time store it once', async () => {
  const seller = await signIn(cloud.origin);
  const { key, bytes } = await uploadPhoto(seller);
  const request = product('VT-1', { photos: [{ source: 'a.jpg', uploadKey: key }] });
  const responses = await Promise.all([1, 2, 3].map(() => importProducts(seller, request)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await readUsage(seller)).toEqual([1, bytes.length]);
  expect(await storedFiles(seller)).toHaveLength(2);
});

test('an import changes only what differs', async () => {
  const seller = await signIn(cloud.origin);
  const [red, blue] = [await uploadPhoto(seller), await uploadPhoto(seller, { width: 800, height: 800 })];
  const withPhotos = (...photos: ImportedProduct['photos']) => product('VT-1', { photos });
  await importProducts(seller, withPhotos({ source: 'red.jpg', uploadKey: red.key }));
  const redFile = (await find(seller, 'VT-1'))?.photo?.key;
  await importProducts(seller, withPhotos({ source: 'blue.jpg', uploadKey: blue.key }, { source: 'red.jpg', hash: red.hash }));
  const both = await find(seller, 'VT-1');
  expect(both?.photos.map(({ hash }) => hash)).toEqual([blue.hash, red.hash]);
  expect(await storedFiles(seller)).toContain(redFile);
  // A sheet without photos keeps the stored photos.
  await importProducts(seller, product('VT-1', { title: 'New title' }));
  expect(await find(seller, 'VT-1')).toMatchObject({ title: 'New title', photos: both?.photos });
  await importProducts(seller, withPhotos({ source: 'blue.jpg', hash: blue.hash }));
  expect(await storedFiles(seller)).toHaveLength(2);
  expect(await readUsage(seller)).toEqual([1, blue.bytes.length]);
});

test('a file that is no photo is not stored, and its product is stored', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(200)));
  const photos = [
    { source: 'evil.jpg', uploadKey: key },
    { source: 'lost.jpg', hash: '0'.repeat(64) },
  ];
  expect((await importProducts(seller, product('VT-1', { photos }))).body.products).toEqual([
    {
      sku: 'VT-1',
      status: 'new',
      failedPhotos: [
        { source: 'evil.jpg', code: 'ImageTypeMismatch' },
        { source: 'lost.jpg', code: 'UploadNotFound' },
      ],
    },
  ]);
  expect(await storedFiles(seller)).toEqual([]);
});

test('the list has pages, and a cursor belongs to its user', async () => {
  const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
  await importProducts(seller, ...Array.from({ length: 5 }, (_, index) => product(`VT-${index}`)));
  const first = await listProducts(seller, '?limit=3');
  const second = await listProducts(seller, `?limit=3&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ sku }) => sku).sort()).toEqual(['VT-0', 'VT-1', 'VT-2', 'VT-3', 'VT-4']);
  expect(second.nextCursor).toBeUndefined();
  expect(await other.call('GET', `/api/products?cursor=${first.nextCursor}`)).toMatchObject(errorResponse(400, 'BadRequest'));
  expect((await listProducts(other)).items).toEqual([]);
});

describe('a deletion', () => {
  test('deletes the photos and the counts, and a second deletion changes nothing', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await uploadPhoto(seller);
    await importProducts(seller, product('VT-1', { photos: [{ source: 'a.jpg', uploadKey: key }] }), product('VT-2'));
    const id = productIdOf('VT-1');
    expect((await deleteProducts(seller, id, id)).body).toEqual({ deleted: [id] });
    expect((await deleteProducts(seller, id)).body).toEqual({ deleted: [] });
    expect((await listProducts(seller)).items.map(({ sku }) => sku)).toEqual(['VT-2']);
    expect(await storedFiles(seller)).toEqual([]);
    expect(await readUsage(seller)).toEqual([1, 0]);
  });

  test('does not delete a product of another user', async () => {
    const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    await importProducts(seller, product('VT-1'));
    expect((await deleteProducts(other, productIdOf('VT-1'))).body).toEqual({ deleted: [] });
    expect(await readProduct(seller.userId, productIdOf('VT-1'))).toBeDefined();
  });
});

test('a photo of a product can be ordered, the product counts the result, and a deletion keeps the result', async () => {
  const seller = await signIn(cloud.origin);
  const { key } = await uploadPhoto(seller);
  await importProducts(seller, product('VT-1', { photos: [{ source: 'a.jpg', uploadKey: key }] }));
  const photoKey = String((await find(seller, 'VT-1'))?.photo?.key);
  const request = imageRequest(['a new background'], photoKey);
  expect((await seller.call('POST', '/api/batches', request)).status).toBe(202);
  const { items } = await seller.until<ImageBatchResponse>(request.batchId);
  expect(items[0]?.status).toBe('completed');
  expect((await find(seller, 'VT-1'))?.made).toEqual({ videos: 0, images: 1, edits: 0 });
  // A later import keeps the results.
  await importProducts(seller, product('VT-1', { title: 'New title' }));
  expect((await find(seller, 'VT-1'))?.made.images).toBe(1);
  await deleteProducts(seller, productIdOf('VT-1'));
  const batch = (await seller.call<ImageBatchResponse>('GET', `/api/batches/${request.batchId}`)).body;
  expect((await fetch(String(batch.items[0]?.imageUrl))).status).toBe(200);
  // The deleted product cannot be ordered again, and its earlier result does not create it again.
  expect(await seller.call('POST', '/api/batches', imageRequest(['again'], photoKey))).toMatchObject(errorResponse(404, 'UploadNotFound'));
  expect((await listProducts(seller)).items).toEqual([]);
});
