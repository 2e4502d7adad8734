/** Finds the photos of each product among the files: first by their exact names, then by `SKU_2` or `SKU-2`, then by URL. */
import { photosPerProductMax } from './limits.ts';

export type PhotoFile = {
  /** Path in its folder or archive, with `/`. */
  path: string;
};

type Product = { sku: string; variantSkus: readonly string[]; photoSources: readonly string[] };

/** A file is given by its position in the list of files. */
export type PhotoMatch = { file: number } | { url: string };

export type Matches = {
  /** The photos of each product, in order. */
  photos: PhotoMatch[][];
  /** The file names of each product that belong to no file. */
  missing: string[][];
  unusedFiles: number[];
  /** Unused files whose names are similar to the SKU of a product without a photo. */
  suggestions: { product: number; file: number }[];
  /** The number of products whose first photo was found in each way. */
  counts: { name: number; sku: number; url: number };
};

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** On Windows and macOS, names can be equal although their letter case or their Unicode form differs. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';
const withoutExtension = (name: string): string => name.replace(/\.[a-z0-9]{2,5}$/i, '');

/** Returns the file name in a URL without its query. */
function nameInUrl(source: string): string {
  const path = source.replace(/[?#].*$/, '').replace(/^https?:\/\/[^/]*/i, '');
  try {
    return decodeURIComponent(baseName(path));
  } catch {
    return baseName(path);
  }
}

/** Adds a value to the list of a key. */
const add = <Value>(map: Map<string, Value[]>, key: string, value: Value): unknown => map.set(key, [...(map.get(key) ?? []), value]);

type FileIndex = { byPath: Map<string, number[]>; byName: Map<string, number[]>; byStem: Map<string, number[]> };

function indexFiles(files: readonly PhotoFile[]): FileIndex {
  const index: FileIndex = { byPath: new Map(), byName: new Map(), byStem: new Map() };
  for (const [file, { path }] of files.entries()) {
    const name = fold(baseName(path));
    add(index.byPath, fold(path.replaceAll('\\', '/')), file);
    add(index.byName, name, file);
    add(index.byStem, withoutExtension(name), file);
  }
  return index;
}

/** Returns the only file with a name. Files with the same name are not used, because a wrong photo is worse than no photo. */
function fileNamed(source: string, { byPath, byName, byStem }: FileIndex): number | undefined {
  const path = fold(source.replaceAll('\\', '/'));
  const name = baseName(path);
  for (const found of [byPath.get(path), byName.get(name), byStem.get(name)]) if (found) return found.length === 1 ? found[0] : undefined;
  return undefined;
}

/** Splits `VT-1_2` into the SKU `VT-1` and the number 2. */
const numberedName = /^(.+)[_-](\d{1,3})$/;

type Owner = { product: number; order: number };

/** Returns the product of a file by its name. A SKU such as `VT-1-2` is stronger than the second photo of `VT-1`. */
function ownerOf(stem: string, productBySku: Map<string, number>): Owner | undefined {
  const exact = productBySku.get(stem);
  if (exact !== undefined) return { product: exact, order: 0 };
  const [, sku = '', number = ''] = numberedName.exec(stem) ?? [];
  const product = productBySku.get(sku);
  return product === undefined ? undefined : { product, order: Number(number) };
}

/** Returns the products by their SKUs. A SKU of two products belongs to neither of them. */
function productsBySku(products: readonly Product[]): Map<string, number> {
  const owners = new Map<string, Set<number>>();
  for (const [product, { sku, variantSkus }] of products.entries())
    for (const one of new Set([sku, ...variantSkus].map(fold)))
      if (one !== '') owners.set(one, (owners.get(one) ?? new Set()).add(product));
  return new Map([...owners].flatMap(([sku, set]) => (set.size === 1 ? [[sku, [...set][0] as number] as const] : [])));
}

/** Counts the products for each file name in a URL. A name with several products, such as `image.jpg`, matches no file. */
function countUrlNames(products: readonly Product[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { photoSources } of products)
    for (const name of new Set(photoSources.filter(isUrl).map((source) => fold(nameInUrl(source)))))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * Matches photos and products.
 * @param chosen pairs that the seller has made. Such a file belongs only to this product.
 */
export function matchPhotos(
  products: readonly Product[],
  files: readonly PhotoFile[],
  chosen: ReadonlyMap<number, number> = new Map(),
): Matches {
  const index = indexFiles(files);
  const bySku = productsBySku(products);
  const urlNames = countUrlNames(products);
  const filesBySku = new Map<number, { file: number; order: number; path: string }[]>();
  for (const [file, { path }] of files.entries()) {
    const owner = chosen.has(file) ? undefined : ownerOf(fold(withoutExtension(baseName(path))), bySku);
    if (owner) filesBySku.set(owner.product, [...(filesBySku.get(owner.product) ?? []), { file, order: owner.order, path }]);
  }
  const usedFiles = new Set<number>();
  const counts: Matches['counts'] = { name: 0, sku: 0, url: 0 };
  const missing: string[][] = [];
  const photos = products.map(({ photoSources }, product) => {
    const named = photoSources.flatMap((source) => {
      const name = isUrl(source) ? nameInUrl(source) : source;
      const file = isUrl(source) && (urlNames.get(fold(name)) !== 1 || name === '') ? undefined : fileNamed(name, index);
      return file === undefined || chosen.has(file) ? [] : file;
    });
    const bySkuName = (filesBySku.get(product) ?? [])
      .sort((one, other) => one.order - other.order || (one.path < other.path ? -1 : 1))
      .map(({ file }) => file);
    const chosenFiles = [...chosen].flatMap(([file, owner]) => (owner === product ? file : []));
    const found = [...new Set([...named, ...bySkuName, ...chosenFiles])].slice(0, photosPerProductMax);
    for (const file of found) usedFiles.add(file);
    missing.push(photoSources.filter((source) => !isUrl(source) && fileNamed(source, index) === undefined));
    if (named.length > 0) counts.name += 1;
    else if (found.length > 0) counts.sku += 1;
    if (found.length > 0) return found.map((file) => ({ file }));
    const urls = photoSources.filter(isUrl).map((url) => ({ url }));
    if (urls.length > 0) counts.url += 1;
    return urls;
  });
  const unusedFiles = files.flatMap((_, file) => (usedFiles.has(file) ? [] : file));
  return { photos, missing, unusedFiles, counts, suggestions: suggest(products, photos, files, unusedFiles) };
}

/** Returns a name without signs, leading zeros, and words such as `copy`, so that `VT-318 copy` and `VT-0318` are equal. */
const similarName = (text: string): string =>
  fold(text)
    .replace(/\b(copy|kopie|copie|copia|final|edit|small|large|front|main)\b/g, '')
    .replace(/\(\d+\)/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

function suggest(
  products: readonly Product[],
  photos: readonly PhotoMatch[][],
  files: readonly PhotoFile[],
  unusedFiles: readonly number[],
): Matches['suggestions'] {
  const productByName = new Map<string, number | undefined>();
  for (const [product, { sku }] of products.entries()) {
    if (photos[product]?.length !== 0) continue;
    const name = similarName(sku);
    if (name === '') continue;
    // If `similarName` is the same for two products, neither product gets a suggestion.
    productByName.set(name, productByName.has(name) ? undefined : product);
  }
  const suggested = new Set<number>();
  return unusedFiles.flatMap((file) => {
    const stem = withoutExtension(baseName(files[file]?.path ?? '')).replaceAll('_', ' ');
    const product = productByName.get(similarName(stem));
    if (product === undefined || suggested.has(product)) return [];
    suggested.add(product);
    return { product, file };
  });
}
