/** Limits of sheets, and of the products that the server stores (docs/decisions/041-products.md). */

/** Larger sheets are refused. */
export const sheetRowsMax = 10_000;
export const sheetBytesMax = 50 * 1024 * 1024;
export const sheetColumnsMax = 300;

export const productsMax = 10_000;
export const photosPerProductMax = 10;
export const variantsPerProductMax = 100;
export const optionsPerProductMax = 5;
export const skuCharactersMax = 100;
export const titleCharactersMax = 500;
export const optionCharactersMax = 100;
/** A URL or a file name. */
export const photoSourceCharactersMax = 1_000;
/** The cells of a row are stored unchanged if their texts together have at most this length. A row of DynamoDB must stay below 400 kB. */
export const sourceCharactersMax = 40_000;

/** Maximum numbers for one call. New photos have a separate limit, because the server can need a second to decode one. */
export const productsPerImportMax = 20;
export const newPhotosPerImportMax = 12;
/** The products of one call as JSON, in UTF-16 characters. A character can need three bytes, and Lambda accepts six megabytes. */
export const importCharactersMax = 1_900_000;
export const productsPerDeletionMax = 50;
export const productPageSize = 250;

const megabyte = 1024 * 1024;

/** The bytes of all photos that belong to the products of a seller. */
export const productStorageBytesMax = { neverPaid: 500 * megabyte, paid: 10 * 1024 * megabyte } as const;
