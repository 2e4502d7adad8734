/**
 * Writes all data of an account to one file: profile, ledger, batches with items, and signed URLs of all media (docs/spec.md 3.7). The file
 * is streamed to storage page by page, so that memory use does not grow with the account.
 */
import * as z from 'zod';
import type { AutoTopUp } from '#shared/credits/auto-top-up.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import type { MediaFolder } from '#shared/upload/media-folders.ts';
import { type Account, ledgerPages, readAccount } from '../store/accounts.ts';
import { type Batch, exportedOrder, type Item } from '../store/batch-rows.ts';
import { readWork } from '../store/batches.ts';
import { type ExportId, exportKey, readExport, writeExport } from '../store/exports.ts';
import { type LargeOrder, readLargeOrder, readOrderItemsIfKept } from '../store/large-orders.ts';
import { filesOf } from '../store/media.ts';
import { type ObjectWriter, openObject } from '../store/object-writer.ts';
import { type Iteration, readWholeRun } from '../store/pipeline-runs.ts';
import { productPages, sourcePages } from '../store/products.ts';
import { readNameTemplate } from '../store/seller-settings.ts';
import { linkExpiry, signedUrl } from '../store/signed-urls.ts';
import { listBatchIds, listLargeOrders } from '../store/user-rows.ts';

export const exportRef = z.object({ userId: z.string(), exportId: z.string() });

/**
 * How many batches are read in parallel. If each batch has a hundred items with three links of 400 bytes, the links need 2.4 MB of memory.
 */
const concurrentBatchesMax = 20;

/**
 * The function can run twice. Each run writes the whole file, and the file of the last run remains.
 * @throws AppError DownloadNotFound, AccountDeleted
 */
export async function makeExport(ref: ExportId, now: Date): Promise<void> {
  const job = await readExport(ref);
  if (!job) throw new AppError('DownloadNotFound');
  if (job.status === 'ready') return;
  const account = await readAccount(ref.userId);
  if (!account || account.closingAt) throw new AppError('AccountDeleted');
  const writer = await openObject(exportKey(ref), 'application/json');
  let percentWritten = 0;
  await writeEverything(account, writer, now, async (share) => {
    const percent = Math.floor(share * 100);
    if (percent > percentWritten) await writeExport({ ...job, status: 'making', percent });
    percentWritten = Math.max(percentWritten, percent);
  });
  await writer.finish();
  await writeExport({ ...job, status: 'ready', percent: 100 });
}

/** Records the failure of an export. */
export async function giveUpExport(ref: ExportId): Promise<void> {
  const job = await readExport(ref);
  if (job && job.status !== 'ready') await writeExport({ ...job, status: 'failed' });
}

type OnProgress = (share: number) => Promise<void>;

async function writeEverything(account: Account, writer: ObjectWriter, now: Date, onProgress: OnProgress): Promise<void> {
  const write = (text: string) => writer.write(Buffer.from(text));
  const head = JSON.stringify({
    exported_at: now.toISOString(),
    links_work_until: linkExpiry(now).toISOString(),
    currency: 'USD',
    profile: profileOf(account),
    file_names: await readNameTemplate(account.userId),
  });
  await write(`${head.slice(0, -1)},\n"transactions":[`);
  await writeRows(write, transactionsOf(account.userId));
  await write('],\n"batches":[');
  await writeRows(write, batchesOf(account.userId, now, onProgress));
  await write('],\n"orders":[');
  await writeRows(write, ordersOf(account.userId));
  await write('],\n"uploads":[');
  await writeRows(write, filesIn('uploads', account.userId, now));
  await write('],\n"products":[');
  await writeRows(write, productsOf(account.userId, now));
  await write('],\n"product_rows":[');
  await writeRows(write, sourcePages(account.userId));
  await write('],\n"files_for_marketplaces":[');
  await writeRows(write, filesIn('finished', account.userId, now));
  await write(']}\n');
}

/** Writes one row per line. */
async function writeRows(write: (text: string) => Promise<void>, pages: AsyncIterable<object[]>): Promise<void> {
  let isFirst = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    await write(`${isFirst ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`);
    isFirst = false;
  }
}

const profileOf = (account: Account) => ({
  id: account.userId,
  email: account.email,
  name: account.name,
  created_at: account.createdAt,
  credits: dollarsFromCents(account.credits),
  available: dollarsFromCents(account.available),
  total_videos_generated: account.totalVideosGenerated,
  total_money_spent: dollarsFromCents(account.totalMoneySpent),
  marketplaces: account.marketplaces,
  automatic_top_up: account.autoTopUp && autoTopUpOf(account.autoTopUp),
});

const autoTopUpOf = ({ isOn, threshold, amount, monthlyLimit, consent, card, spent }: AutoTopUp) => ({
  on: isOn,
  threshold: dollarsFromCents(threshold),
  amount: dollarsFromCents(amount),
  monthly_limit: dollarsFromCents(monthlyLimit),
  month: spent.month,
  spent_in_month: dollarsFromCents(spent.price),
  agreed_at: consent?.at,
  card: card && { brand: card.brand, last4: card.last4, expires: `${card.expMonth}/${card.expYear}` },
});

async function* transactionsOf(userId: string): AsyncGenerator<object[]> {
  for await (const rows of ledgerPages(userId))
    yield rows.map(({ id, createdAt, amount, type, description, reason, batchId, itemId }) => ({
      id,
      created_at: createdAt,
      amount: dollarsFromCents(amount),
      type,
      description,
      reason,
      batch_id: batchId,
      item_id: itemId,
    }));
}

async function* batchesOf(userId: string, now: Date, onProgress: OnProgress): AsyncGenerator<object[]> {
  const batchIds = await listBatchIds(userId);
  for (let start = 0; start < batchIds.length; start += concurrentBatchesMax) {
    const works = await Promise.all(batchIds.slice(start, start + concurrentBatchesMax).map((batchId) => readWork(userId, batchId)));
    const batches = works.filter((one) => one !== undefined);
    yield await Promise.all(
      batches.map(async ({ batch, items }) => ({
        ...(await batchOf(batch, items, now)),
        ...(batch.kind === 'pipeline' && (await runOf(batch, now))),
      })),
    );
    await onProgress(Math.min(1, (start + concurrentBatchesMax) / batchIds.length));
  }
}

/** Lists the quotes and large orders with the items that the seller sent, one order at a time. */
async function* ordersOf(userId: string): AsyncGenerator<object[]> {
  for (const ref of await listLargeOrders(userId)) {
    const order = await readLargeOrder(ref);
    if (order) yield [await orderOf(order)];
  }
}

const orderOf = async (order: LargeOrder) => ({
  order_id: order.orderId,
  status: order.status,
  settings: order.settings,
  quoted_at: order.quotedAt,
  started_at: order.startedAt,
  ended_at: order.endedAt,
  price_of_an_item: dollarsFromCents(order.unitCents),
  spending_limit: dollarsFromCents(order.ceilingCents),
  batch_ids: order.batchIds,
  // The bucket deletes the file with the items after 60 days.
  items: ((await readOrderItemsIfKept(order)) ?? []).map(({ title, sku, prompt, direction, options }) => ({
    title,
    sku,
    prompt,
    direction,
    options,
  })),
});

const batchOf = async ({ batchId, kind, status, createdAt, endedAt, totalCents }: Batch, items: Item[], now: Date) => ({
  batch_id: batchId,
  kind,
  status,
  created_at: createdAt,
  ended_at: endedAt,
  held_at_the_start: dollarsFromCents(totalCents),
  items: await Promise.all(items.map((item) => itemOf(item, now))),
});

/** Returns the order and the images of a before/after run. */
async function runOf({ userId, batchId }: Batch, now: Date) {
  const wholeRun = await readWholeRun(userId, batchId);
  if (!wholeRun) return undefined;
  const { productType, aiSuggested, userProvided, pictures, uploads, result, kept } = wholeRun.run;
  const { before, after, input } = pictures ?? uploads;
  return {
    product_type: productType,
    suggested_areas: aiSuggested,
    own_areas: userProvided,
    before_url: await signedUrl(before, now),
    after_url: await signedUrl(after, now),
    input_url: await signedUrl(input, now),
    iterations: await Promise.all(wholeRun.iterations.map((iteration) => iterationOf(iteration, now))),
    result_url: result && (await signedUrl(result.key, now)),
    kept,
  };
}

const iterationOf = async ({ number, itemId, area, prompt, image, evaluations, madeAt }: Iteration, now: Date) => ({
  number,
  item_id: itemId,
  area,
  prompt,
  made_at: madeAt,
  evaluations,
  image_url: await signedUrl(image.key, now),
});

async function itemOf(item: Item, now: Date) {
  const urlOf = (key: string | undefined) => (key ? signedUrl(key, now) : undefined);
  // A result is included if it was charged, or if it is free because it arrived after the time-out of its item.
  const result = item.status === 'completed' || item.status === 'failed' ? item.result : undefined;
  return {
    item_id: item.itemId,
    ...exportedOrder(item),
    status: item.status,
    error: item.errorCode,
    started_at: item.startedAt,
    ended_at: item.endedAt,
    charged: item.status === 'completed' ? dollarsFromCents(item.cents) : 0,
    kept: item.kept,
    photo_url: await urlOf('photoKey' in item ? item.photoKey : undefined),
    result_url: await urlOf(result?.key),
    preview_url: await urlOf(result && 'posterKey' in result ? result.posterKey : undefined),
  };
}

async function* productsOf(userId: string, now: Date): AsyncGenerator<object[]> {
  for await (const page of productPages(userId))
    yield await Promise.all(
      page.map(async ({ productId, sku, title, options, variantSkus, photos, createdAt }) => ({
        product_id: productId,
        sku,
        title,
        options,
        variant_skus: variantSkus,
        created_at: createdAt,
        photos: await Promise.all(
          photos.map(async ({ key, source, sizeBytes }) => ({ source, size_bytes: sizeBytes, url: await signedUrl(key, now) })),
        ),
      })),
    );
}

/** The records of files for marketplaces are not files of the user. */
const isRecord = ({ key }: { key: string }): boolean => key.endsWith('.json');

async function* filesIn(folder: MediaFolder, userId: string, now: Date): AsyncGenerator<object[]> {
  for await (const page of filesOf(folder, userId)) {
    const files = page.filter((file) => !isRecord(file));
    yield await Promise.all(files.map(async ({ key, sizeBytes }) => ({ key, size_bytes: sizeBytes, url: await signedUrl(key, now) })));
  }
}
