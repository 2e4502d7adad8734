/** The calls for products: import, list, delete, and a photo by its URL (docs/decisions/041-products.md). */
import * as z from 'zod';
import {
  importCharactersMax,
  newPhotosPerImportMax,
  optionCharactersMax,
  optionsPerProductMax,
  photoSourceCharactersMax,
  photosPerProductMax,
  productPageSize,
  productsPerDeletionMax,
  productsPerImportMax,
  sheetColumnsMax,
  skuCharactersMax,
  sourceCharactersMax,
  titleCharactersMax,
  variantsPerProductMax,
} from './limits.ts';

/** A text in one line. Control characters could change how a list or a file shows the text. */
const line = (charactersMax: number) =>
  z
    .string()
    .max(charactersMax)
    .regex(/^\P{Cc}*$/u, { error: 'The text has control characters.' });
/** A SKU also has no space at its start or end. */
const sku = z
  .string()
  .max(skuCharactersMax)
  .regex(/^(?!\s)\P{Cc}+(?<!\s)$/u);
const hash = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]*$/);
const source = line(photoSourceCharactersMax);
const cell = z.string().max(sourceCharactersMax);

const option = z.object({ name: line(optionCharactersMax), values: z.array(line(optionCharactersMax)).min(1).max(variantsPerProductMax) });

/** `hash`: the product has this photo already. `uploadKey`: the photo was uploaded with POST /api/uploads or fetched by its URL. */
const photo = z.union([z.object({ source, hash }), z.object({ source, uploadKey: z.string().min(1).max(1_000) })]);

const importedProduct = z.object({
  sku,
  title: line(titleCharactersMax).min(1),
  options: z.array(option).max(optionsPerProductMax),
  variantSkus: z.array(sku).max(variantsPerProductMax),
  /** The first row of the product in its sheet. The cells are stored unchanged. Without a source, the stored source stays. */
  source: z
    .object({ headers: z.array(cell).max(sheetColumnsMax), cells: z.array(cell).max(sheetColumnsMax) })
    .refine(({ headers, cells }) => [...headers, ...cells].join('').length <= sourceCharactersMax, { error: 'The row is too long.' })
    .optional(),
  /** All photos in order. An empty list keeps the stored photos. */
  photos: z.array(photo).max(photosPerProductMax),
});
export type ImportedProduct = z.infer<typeof importedProduct>;

/**
 * POST /api/products/import: adds and changes products by their SKUs. A repeated call changes nothing. The products are stored one after
 * another, so a call that fails can have stored some of them.
 */
export const importProductsRequest = z
  .object({ products: z.array(importedProduct).min(1).max(productsPerImportMax) })
  .refine(({ products }) => products.flatMap(({ photos }) => photos.filter((one) => 'uploadKey' in one)).length <= newPhotosPerImportMax, {
    error: 'The call has too many new photos.',
  })
  .refine(({ products }) => JSON.stringify(products).length <= importCharactersMax, { error: 'The products are too long for one call.' });

export const importProductsResponse = z.object({
  products: z.array(
    z.object({
      sku: z.string(),
      status: z.enum(['new', 'changed', 'unchanged']),
      /** Photos that were not stored, with the code of the error. The other fields of the product are stored. */
      failedPhotos: z.array(z.object({ source: z.string(), code: z.string() })),
    }),
  ),
});
export type ImportProductsResponse = z.infer<typeof importProductsResponse>;

/** GET /api/products: the products of the caller, in no meaningful order. */
export const listProductsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(productPageSize).default(productPageSize),
  cursor: z.string().max(1_000).optional(),
});

const productSummary = z.object({
  productId: z.string(),
  sku: z.string(),
  title: z.string(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variantSkus: z.array(z.string()),
  photos: z.array(
    z.object({
      hash: z.string(),
      source: z.string(),
      width: z.number(),
      height: z.number(),
      sizeBytes: z.number(),
      contentType: z.string(),
    }),
  ),
  /** The first photo: its key for orders, a link to it and a link to its small copy. */
  photo: z.object({ key: z.string(), url: z.string(), thumbnail: z.string() }).optional(),
  /** A short code that changes if the cells of the source row change (`digestOf`). */
  sourceDigest: z.string(),
  /** The number of delivered results of each kind. */
  made: z.object({ videos: z.number(), images: z.number(), edits: z.number() }),
});
export type ProductSummary = z.infer<typeof productSummary>;

export const listProductsResponse = z.object({
  items: z.array(productSummary),
  nextCursor: z.string().optional(),
});
export type ListProductsResponse = z.infer<typeof listProductsResponse>;

/** POST /api/products/delete: deletes products and their photos. Results and receipts stay. Unknown ids are ignored. */
export const deleteProductsRequest = z.object({
  productIds: z
    .array(
      z
        .string()
        .length(32)
        .regex(/^[0-9a-f]*$/),
    )
    .min(1)
    .max(productsPerDeletionMax),
});
export const deleteProductsResponse = z.object({ deleted: z.array(z.string()) });
export type DeleteProductsResponse = z.infer<typeof deleteProductsResponse>;

/** POST /api/products/photos: fetches a photo by its URL and stores it as an upload of the caller. */
export const fetchPhotoRequest = z.object({ url: z.string().min(1).max(photoSourceCharactersMax) });
export const fetchPhotoResponse = z.object({ key: z.string(), hash });
export type FetchPhotoResponse = z.infer<typeof fetchPhotoResponse>;
