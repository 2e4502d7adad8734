/**
 * The products of a seller. Each product has two rows: `product#<id>` with the fields of lists, and `source#<id>` with the row of the
 * sheet, which can be large. The row `usage` counts the products and the bytes of their photos in the same transactions.
 */
import { createHash, randomBytes } from 'node:crypto';
import { GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Tier } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { ImportedProduct, ProductSummary } from '#shared/products/api.ts';
import { productStorageBytesMax, productsMax } from '#shared/products/limits.ts';
import { requiredEnv } from '../platform/config.ts';
import { cursorOf, keyOf } from './cursor.ts';
import { type Action, dynamo, transact, updateOnce } from './dynamo.ts';
import { fromRow, toRow } from './row-fields.ts';

export type StoredPhoto = ProductSummary['photos'][number] & { key: string; thumbnailKey: string };

export type ProductFields = Pick<ImportedProduct, 'sku' | 'title' | 'options' | 'variantSkus'> & {
  photos: StoredPhoto[];
  sourceDigest: string;
};

export type Product = ProductFields & {
  userId: string;
  productId: string;
  /** Folder of the photos. Each new row has another folder, so that a late deletion cannot remove the photos of a later product. */
  folder: string;
  /** Increases with each change of the fields. */
  version: number;
  createdAt: string;
  /** Delivered results as `<batch id>#<item id>`. A set contains a result only once, even if the step runs twice. */
  madeVideos?: Set<string>;
  madeImages?: Set<string>;
  madeEdits?: Set<string>;
};

const idCharacters = 32;

/** A SKU of a seller always has the same id, so that an import finds the stored product. */
export const productIdOf = (sku: string): string => createHash('sha256').update(sku).digest('hex').slice(0, idCharacters);

export const newFolder = (productId: string): string => `${productId}-${randomBytes(6).toString('hex')}`;

const rowKey = (userId: string, sk: string) => ({ TableName: requiredEnv('TABLE_PRODUCTS'), Key: { user_id: userId, sk } });
const productPrefix = 'product#';
const sourcePrefix = 'source#';
const productKey = (userId: string, productId: string) => rowKey(userId, productPrefix + productId);
const sourceKey = (userId: string, productId: string) => rowKey(userId, sourcePrefix + productId);
const usageKey = (userId: string) => rowKey(userId, 'usage');

const bytesOf = (photos: readonly StoredPhoto[]): number => photos.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export async function readProduct(userId: string, productId: string): Promise<Product | undefined> {
  const { Item } = await dynamo().send(new GetCommand({ ...productKey(userId, productId), ConsistentRead: true }));
  return Item && fromRow<Product>(Item);
}

type Save = {
  userId: string;
  tier: Tier;
  /** The product that was read before; undefined for a new product. */
  stored: Product | undefined;
  folder: string;
  fields: ProductFields;
  source: ImportedProduct['source'];
  now: Date;
};

/**
 * Writes a product, its source row and the counts in one transaction.
 * @returns false if another call has changed the product since it was read.
 * @throws AppError ProductsFull, ProductStorageFull
 */
export async function saveProduct({ userId, tier, stored, folder, fields, source, now }: Save): Promise<boolean> {
  const productId = productIdOf(fields.sku);
  const bytes = bytesOf(fields.photos) - bytesOf(stored?.photos ?? []);
  const values = { ...fields, productId, folder, version: (stored?.version ?? 0) + 1, createdAt: stored?.createdAt ?? now.toISOString() };
  const refusals = await transact({
    product: updateProduct(userId, productId, values, stored?.version),
    source: source && { Put: { TableName: requiredEnv('TABLE_PRODUCTS'), Item: { ...sourceKey(userId, productId).Key, ...source } } },
    usage: changeUsage(userId, { products: stored ? 0 : 1, bytes }, tier),
  });
  if (refusals?.product) return false;
  if (refusals?.usage)
    throw new AppError(Number(refusals.usage.products ?? 0) >= productsMax && !stored ? 'ProductsFull' : 'ProductStorageFull');
  return true;
}

/** Returns the write of all fields. The write keeps the results of the product, which other functions add. */
function updateProduct(userId: string, productId: string, fields: object, version: number | undefined): Action {
  const entries = Object.entries(toRow(fields));
  return {
    Update: {
      ...productKey(userId, productId),
      UpdateExpression: `SET ${entries.map((_, index) => `#f${index} = :f${index}`).join(', ')}`,
      ConditionExpression: version === undefined ? 'attribute_not_exists(user_id)' : '#version = :version',
      ExpressionAttributeNames: {
        ...Object.fromEntries(entries.map(([name], index) => [`#f${index}`, name])),
        ...(version !== undefined && { '#version': 'version' }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(entries.map(([, value], index) => [`:f${index}`, value])),
        ...(version !== undefined && { ':version': version }),
      },
    },
  };
}

/** Returns the change of the counts, or nothing if they stay the same. Only an increase has a limit. */
function changeUsage(userId: string, change: { products: number; bytes: number }, tier?: Tier): Action | undefined {
  if (change.products === 0 && change.bytes === 0) return undefined;
  const bytesMax = tier ? productStorageBytesMax[tier] : 0;
  const conditions = [
    ...(change.products > 0 ? ['(attribute_not_exists(products) OR products < :products_max)'] : []),
    ...(change.bytes > 0 ? ['(attribute_not_exists(bytes) OR bytes <= :bytes_max)'] : []),
  ];
  return {
    Update: {
      ...usageKey(userId),
      UpdateExpression: 'ADD products :products, bytes :bytes',
      ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
      ExpressionAttributeValues: {
        ':products': change.products,
        ':bytes': change.bytes,
        ...(change.products > 0 && { ':products_max': productsMax }),
        ...(change.bytes > 0 && { ':bytes_max': bytesMax - change.bytes }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Deletes the rows of a product. @returns false if another call has changed the product since it was read. */
export async function deleteProduct({ userId, productId, version, photos }: Product): Promise<boolean> {
  const refusals = await transact({
    product: {
      Delete: {
        ...productKey(userId, productId),
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version },
      },
    },
    source: { Delete: sourceKey(userId, productId) },
    usage: changeUsage(userId, { products: -1, bytes: -bytesOf(photos) }),
  });
  return refusals === undefined;
}

export async function listProducts(userId: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      ...productsOf(userId, productPrefix),
      Limit: limit,
      ExclusiveStartKey: keyOf('products', cursor, userId),
    }),
  );
  return { products: Items.map((row) => fromRow<Product>(row)), nextCursor: cursorOf(LastEvaluatedKey) };
}

const productsOf = (userId: string, prefix: string) => ({
  TableName: requiredEnv('TABLE_PRODUCTS'),
  KeyConditionExpression: 'user_id = :user AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':user': userId, ':prefix': prefix },
  ConsistentRead: true,
});

/** Lists all products of a user, page by page. */
export async function* productPages(userId: string): AsyncGenerator<Product[]> {
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, productsOf(userId, productPrefix)))
    yield Items.map((row) => fromRow<Product>(row));
}

/** Returns the row of the sheet from which a product was imported. */
export async function readSource(userId: string, productId: string): Promise<ImportedProduct['source'] | undefined> {
  const { Item } = await dynamo().send(new GetCommand(sourceKey(userId, productId)));
  return Item && { headers: Item.headers, cells: Item.cells };
}

export type SourceRow = NonNullable<ImportedProduct['source']> & { productId: string };

/** Lists the source rows of all products of a user, page by page. */
export async function* sourcePages(userId: string): AsyncGenerator<SourceRow[]> {
  for await (const { Items = [] } of paginateQuery({ client: dynamo() }, productsOf(userId, sourcePrefix)))
    yield Items.map(({ sk, headers, cells }) => ({ productId: String(sk).slice(sourcePrefix.length), headers, cells }));
}

const resultFields = { video: 'made_videos', image: 'made_images', edit: 'made_edits' } as const;
export type ResultKind = keyof typeof resultFields;

/** Maximum number of results of each kind that the row of a product contains, so that the row stays small. */
const resultsMax = 500;

/** Adds a delivered result to a product. A deleted product stays deleted. */
export async function addResult(userId: string, productId: string, kind: ResultKind, result: string): Promise<void> {
  await updateOnce({
    ...productKey(userId, productId),
    UpdateExpression: 'ADD #made :result',
    ConditionExpression: 'attribute_exists(user_id) AND (attribute_not_exists(#made) OR size(#made) < :max)',
    ExpressionAttributeNames: { '#made': resultFields[kind] },
    ExpressionAttributeValues: { ':result': new Set([result]), ':max': resultsMax },
  });
}
