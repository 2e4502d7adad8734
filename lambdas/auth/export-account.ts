/** Everything that an account has, as a file of its own: profile, ledger, batches with their items, and links to all media (Q65). */
import { randomUUID } from 'node:crypto';
import type { ExportAccountResponse } from '#shared/auth/api.ts';
import { AppError } from '#shared/errors.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { type Account, listLedger, readAccount } from '../store/accounts.ts';
import { type Batch, type Item, isVideo } from '../store/batch-rows.ts';
import { inParallel, readWork } from '../store/batches.ts';
import { filesOf, link, linkSeconds, putObject } from '../store/media.ts';
import { type Iteration, readRunWhole } from '../store/pipeline-runs.ts';
import { listBatchIds } from '../store/user-rows.ts';

const ledgerPageRows = 1000;
const fileName = (now: Date) => `vitrine-export-${now.toISOString().slice(0, 10)}.json`;

/** @throws AppError AccountDeleted. */
export async function exportAccount(userId: string, now: Date): Promise<ExportAccountResponse> {
  const account = await readAccount(userId);
  if (!account || account.closingAt) throw new AppError('AccountDeleted');
  const content = Buffer.from(JSON.stringify(await everythingOf(account, now), null, 2));
  const key = `exports/${userId}/${randomUUID()}.json`;
  await putObject(key, content, 'application/json');
  return { url: await link(key, now, fileName(now)), fileName: fileName(now), sizeBytes: content.length };
}

async function everythingOf(account: Account, now: Date) {
  const [transactions, batches, uploads] = await Promise.all([
    transactionsOf(account.userId),
    batchesOf(account.userId, now),
    uploadsOf(account.userId, now),
  ]);
  return {
    exported_at: now.toISOString(),
    // A link may have been signed up to a quarter of an hour ago.
    links_work_until: new Date(now.getTime() + (linkSeconds - 15 * 60) * 1000).toISOString(),
    currency: 'USD',
    profile: {
      id: account.userId,
      email: account.email,
      name: account.name,
      created_at: account.createdAt,
      credits: dollarsFromCents(account.credits),
      available: dollarsFromCents(account.available),
      total_videos_generated: account.totalVideosGenerated,
      total_money_spent: dollarsFromCents(account.totalMoneySpent),
    },
    transactions,
    batches,
    uploads,
  };
}

async function transactionsOf(userId: string) {
  const rows: object[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLedger(userId, { limit: ledgerPageRows, ...(cursor && { cursor }) });
    for (const { id, createdAt, amount, type, description, reason, batchId, itemId } of page.rows)
      rows.push({
        id,
        created_at: createdAt,
        amount: dollarsFromCents(amount),
        type,
        description,
        reason,
        batch_id: batchId,
        item_id: itemId,
      });
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}

async function batchesOf(userId: string, now: Date) {
  const batches: { created_at: string }[] = [];
  await inParallel(await listBatchIds(userId), async (batchId) => {
    const found = await readWork(userId, batchId);
    if (!found) return;
    const { batch, items } = found;
    batches.push({ ...(await batchOf(batch, items, now)), ...(batch.kind === 'pipeline' && (await runOf(batch, now))) });
  });
  return batches.sort((one, other) => other.created_at.localeCompare(one.created_at));
}

const batchOf = async ({ batchId, kind, status, createdAt, endedAt, totalCents }: Batch, items: Item[], now: Date) => ({
  batch_id: batchId,
  kind,
  status,
  created_at: createdAt,
  ended_at: endedAt,
  held_at_the_start: dollarsFromCents(totalCents),
  items: await Promise.all(items.map((item) => itemOf(item, now))),
});

/** What a before/after run was asked for, and what it made. */
async function runOf({ userId, batchId }: Batch, now: Date) {
  const found = await readRunWhole(userId, batchId);
  if (!found) return undefined;
  const { productType, aiSuggested, userProvided, pictures, uploads, result } = found.run;
  const { before, after, input } = pictures ?? uploads;
  return {
    product_type: productType,
    suggested_areas: aiSuggested,
    own_areas: userProvided,
    before_url: await link(before, now),
    after_url: await link(after, now),
    input_url: await link(input, now),
    iterations: await Promise.all(found.iterations.map((iteration) => iterationOf(iteration, now))),
    result_url: result && (await link(result.key, now)),
  };
}

const iterationOf = async ({ number, itemId, area, prompt, image, evaluations, madeAt }: Iteration, now: Date) => ({
  number,
  item_id: itemId,
  area,
  prompt,
  made_at: madeAt,
  evaluations,
  image_url: await link(image.key, now),
});

async function itemOf(item: Item, now: Date) {
  const linked = (key: string | undefined) => (key ? link(key, now) : undefined);
  // As everywhere: a result is shown once it is paid for, or as a gift where it came after its item was given up.
  const result = item.status === 'completed' || item.status === 'failed' ? item.result : undefined;
  return {
    item_id: item.itemId,
    ...orderOf(item),
    status: item.status,
    error: item.errorCode,
    started_at: item.startedAt,
    ended_at: item.endedAt,
    charged: item.status === 'completed' ? dollarsFromCents(item.cents) : 0,
    photo_url: await linked('photoKey' in item ? item.photoKey : undefined),
    result_url: await linked(result?.key),
    preview_url: await linked(result && 'posterKey' in result ? result.posterKey : undefined),
  };
}

/** What was asked for, by its kind. */
function orderOf(item: Item) {
  if (item.kind === 'photo-edit') return { settings: item.settings };
  // What it was made for stands with its run.
  if (item.kind === 'pipeline') return {};
  const { title, prompt, aspectRatio, model } = item;
  return {
    title,
    prompt,
    aspect_ratio: aspectRatio,
    model,
    ...(isVideo(item) && { duration: item.durationSeconds, resolution: item.resolution, generate_audio: item.generateAudio }),
  };
}

async function uploadsOf(userId: string, now: Date) {
  const uploads: { key: string; size_bytes: number; url: string }[] = [];
  for await (const files of filesOf('uploads', userId))
    for (const { key, sizeBytes } of files) uploads.push({ key, size_bytes: sizeBytes, url: await link(key, now) });
  return uploads;
}
