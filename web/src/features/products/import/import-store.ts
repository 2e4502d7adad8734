/** The state of the import sheet: columns, photos, dry run, and the import itself. */
import { createStore } from 'zustand/vanilla';
import type { ProductSummary } from '#shared/products/api.ts';
import { type ChangedPart, changesOf, type ImportStatus } from '#shared/products/compare.ts';
import type { ColumnRole, ColumnRoles } from '#shared/products/sheet.ts';
import { codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { readProductsAgain } from '../product-calls.ts';
import { type FileRefusal, SheetError } from '../read/sheet-error.ts';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';
import { type FailedPhoto, photoBytes, runImport } from './run-import.ts';
import type { ExampleProduct, Plan, PlannedProduct, PlanRequest, SheetSummary } from './session.ts';
import { openSheetWorker, type SheetWorker } from './sheet-client.ts';
import { type PhotoSource, sortFiles } from './sort-files.ts';

export type Step = 'reading' | 'columns' | 'photos' | 'check' | 'running' | 'done' | 'refused';

/** A product in the dry run. */
export type CheckedProduct = {
  index: number;
  product: PlannedProduct;
  stored: ProductSummary | undefined;
  status: ImportStatus;
  changes: readonly ChangedPart[];
};

export type ImportState = {
  /** Undefined while the sheet is closed. */
  step: Step | undefined;
  refusal: FileRefusal | undefined;
  fileName: string;
  photos: readonly PhotoSource[];
  ignored: number;
  sheet: SheetSummary | undefined;
  roles: ColumnRoles;
  isRemembered: boolean;
  isVariantProduct: boolean;
  /** A product that these columns make. */
  example: ExampleProduct | undefined;
  /** Photos that the seller has matched manually: the position of the photo and of the product. */
  chosen: readonly (readonly [number, number])[];
  plan: Plan | undefined;
  checked: readonly CheckedProduct[];
  isBusy: boolean;
  total: number;
  done: number;
  failedPhotos: readonly FailedPhoto[];
  /** The code of the error that stopped the import, or `stopped` if the seller stopped it. */
  stop: PageErrorCode | 'stopped' | undefined;
};

const closed: ImportState = {
  step: undefined,
  refusal: undefined,
  fileName: '',
  photos: [],
  ignored: 0,
  sheet: undefined,
  roles: [],
  isRemembered: false,
  isVariantProduct: false,
  example: undefined,
  chosen: [],
  plan: undefined,
  checked: [],
  isBusy: false,
  total: 0,
  done: 0,
  failedPhotos: [],
  stop: undefined,
};

export const importStore = createStore<ImportState>(() => closed);

let worker: SheetWorker | undefined;
let stored: ReadonlyMap<string, ProductSummary> = new Map();
let running: AbortController | undefined;

const set = (changes: Partial<ImportState>) => importStore.setState(changes);
const get = () => importStore.getState();

/** Closes the sheet. A running import stops first, so that the sheet can show what was imported. */
export function closeImport(): void {
  if (get().step === 'running') stopImport();
  else endImport();
}

function endImport(): void {
  running?.abort();
  worker?.close();
  worker = undefined;
  importStore.setState(closed, true);
}

/** @param products the stored products, with which the files are compared. */
export async function startImport(files: readonly File[], products: readonly ProductSummary[], language: string): Promise<void> {
  endImport();
  const opened = openSheetWorker();
  worker = opened;
  stored = new Map(products.map((product) => [product.sku, product]));
  set({ step: 'reading' });
  try {
    const { sheet, photos, ignored } = await sortFiles(files);
    if (!sheet && photos.length === 0) throw new SheetError('unreadable');
    if (worker !== opened) return;
    set({ photos, ignored, fileName: sheet?.name ?? '' });
    if (sheet) await openSheet(opened, await sheet.open(), language);
    else await openPhotos(opened, products);
  } catch (error) {
    if (worker === opened) set({ step: 'refused', refusal: error instanceof SheetError ? error.reason : 'unreadable' });
  }
}

async function openSheet(opened: SheetWorker, file: Blob, language: string): Promise<void> {
  const sheet = await opened.read(file, language);
  const remembered = rememberedColumns(sheet.headers);
  if (worker !== opened) return;
  set({ step: 'columns', sheet, roles: remembered ?? sheet.roles, isRemembered: remembered !== undefined });
  await showExample();
}

async function openPhotos(opened: SheetWorker, products: readonly ProductSummary[]): Promise<void> {
  const paths = get().photos.map(({ path }) => path);
  await opened.readNames(
    paths,
    products.map(({ sku }) => sku),
  );
  await makePlan('photos');
}

export function setRole(column: number, role: ColumnRole | undefined): void {
  const { roles } = get();
  set({ roles: roles.map((one, index) => (index === column ? role : one)), isRemembered: false });
  void showExample();
}

export function setVariantProduct(isVariantProduct: boolean): void {
  set({ isVariantProduct });
  void showExample();
}

const planRequest = (): PlanRequest => {
  const { roles, isVariantProduct, photos, chosen } = get();
  return { roles, isVariantProduct, paths: photos.map(({ path }) => path), chosen };
};

async function showExample(): Promise<void> {
  const opened = worker;
  const example = await opened?.example(planRequest());
  if (worker === opened) set({ example });
}

/** Groups the rows and matches the photos. */
async function makePlan(step: Step): Promise<void> {
  const opened = worker;
  if (!opened) return;
  set({ isBusy: true });
  const plan = await opened.plan(planRequest());
  if (worker === opened) set({ step, plan, isBusy: false });
}

export async function showPhotos(): Promise<void> {
  const { sheet, roles } = get();
  if (sheet) rememberColumns(sheet.headers, roles);
  await makePlan('photos');
}

export const showColumns = (): void => set({ step: 'columns', chosen: [] });
export const showMatches = (): void => set({ step: 'photos' });

/** Matches a photo with a product manually. */
export const choosePhoto = (file: number, product: number): Promise<void> => choosePhotos([[file, product]]);

/** @param pairs the positions of a photo and of its product */
export async function choosePhotos(pairs: readonly (readonly [number, number])[]): Promise<void> {
  const files = new Set(pairs.map(([file]) => file));
  set({ chosen: [...get().chosen.filter(([other]) => !files.has(other)), ...pairs] });
  await makePlan('photos');
}

/** Compares the products with the stored products. Nothing is written. */
export async function showCheck(): Promise<void> {
  const opened = worker;
  const { plan, photos } = get();
  if (!plan || !opened) return;
  set({ isBusy: true });
  const checked: CheckedProduct[] = [];
  for (const [index, product] of plan.products.entries()) {
    checked.push(await checkProduct(index, product, photos));
    // Thousands of comparisons in one task would block the page.
    if (index % checksPerTask === checksPerTask - 1) await new Promise((resolve) => setTimeout(resolve));
  }
  if (worker === opened) set({ step: 'check', checked, isBusy: false });
}

const checksPerTask = 250;

async function checkProduct(index: number, product: PlannedProduct, files: readonly PhotoSource[]): Promise<CheckedProduct> {
  const storedProduct = stored.get(product.sku);
  const facts = { index, product, stored: storedProduct };
  if (product.isRefused) return { ...facts, status: 'refused', changes: [] };
  if (!storedProduct) return { ...facts, status: 'new', changes: [] };
  const photos = await Promise.all(
    product.photos.map(async (photo) => {
      if ('url' in photo) return { source: photo.url };
      const file = files[photo.file];
      const bytes = file && (await photoBytes(file).catch(() => undefined));
      return { source: file?.path ?? '', ...(bytes && { hash: bytes.hash }) };
    }),
  );
  const { sourceDigest } = product;
  const planned = sourceDigest === undefined ? storedProduct : product;
  const changes = changesOf({ ...planned, sourceDigest, photos }, storedProduct);
  return { ...facts, status: changes.length > 0 ? 'changed' : 'unchanged', changes };
}

export const isWritten = ({ status }: CheckedProduct): boolean => status === 'new' || status === 'changed';

export async function importCheckedProducts(): Promise<void> {
  const opened = worker;
  const { checked, photos, sheet } = get();
  const jobs = checked.filter(isWritten);
  if (!opened || jobs.length === 0) return;
  const controller = new AbortController();
  running = controller;
  set({ step: 'running', total: jobs.length, done: 0, failedPhotos: [], stop: undefined });
  try {
    await runImport({
      jobs,
      files: photos,
      worker: opened,
      hasSheet: sheet !== undefined,
      signal: controller.signal,
      onProgress: (done, failedPhotos) => worker === opened && set({ done, failedPhotos: [...failedPhotos] }),
    });
    if (worker === opened) set({ step: 'done' });
  } catch (error) {
    if (worker === opened) set({ step: 'done', stop: controller.signal.aborted ? 'stopped' : codeOf(error) });
  }
  await readProductsAgain();
}

export const stopImport = (): void => running?.abort();

/** Saves the rows with problems in the columns of the sheet. */
export const problemCsv = async (products: readonly CheckedProduct[], textOf: (product: CheckedProduct) => string, heading: string) =>
  worker?.problemCsv(
    products.map(({ index }) => index),
    products.map(textOf),
    heading,
  );
