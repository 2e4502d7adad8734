/**
 * Signs stored files: adds the content credentials and the digital source type, and stores the signed file at another key. So the function
 * can run twice, and can stop at any time: the row of the item names exactly one complete file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { hasEnded } from '#shared/batch/batch.ts';
import { utcDate } from '#shared/daily-limits.ts';
import { AppError } from '#shared/errors.ts';
import { fileKindOf, sourceTypes } from '#shared/provenance/file-kinds.ts';
import { requiredEnv } from '../platform/config.ts';
import { record } from '../platform/metrics.ts';
import type { ItemRef } from '../platform/task.ts';
import type { Item } from '../store/batch-rows.ts';
import { changeItem, readItem } from '../store/batches.ts';
import type { SignedFile, SigningOrder } from '../store/file-signing.ts';
import { signedKeyOf, unsignedKeyOf } from '../store/media-keys.ts';
import { deleteObject, downloadToFile, putObject } from '../store/objects.ts';
import { readRun } from '../store/pipeline-runs.ts';
import { recordSignedFile } from '../store/signed-files.ts';
import { isUnusableKey, readSigningKey, type SigningKey } from './signing-key.ts';
import { addSourceType, type SignedFormat } from './xmp.ts';

const formats: Record<string, SignedFormat> = {
  '.mp4': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/**
 * Signs the stored result of a running item. After this step, the credits are captured.
 * @throws AppError BatchNotFound; GenerationFailed if there is no result; SigningKeyMissing; and any error of the storage and of KMS.
 */
export async function signResult(ref: ItemRef, now: Date): Promise<void> {
  const item = await readItem(ref.userId, ref.batchId, ref.index);
  if (!item) throw new AppError('BatchNotFound');
  if (hasEnded(item.status)) return;
  const { result } = item;
  if (!result) throw new AppError('GenerationFailed', { details: { reason: 'No result is stored for this item.' } });
  const signedResult = result.sha256 ? result : await signUnsigned(ref, item, now);
  if (!signedResult.sha256) return;
  await recordSignedFile(signedResult.sha256, { kind: fileKindOf[item.kind], date: utcDate(now) });
  await deleteObject(unsignedKeyOf(signedResult.key, signedResult.sha256));
}

/** Makes the signed file the result of its item. If another run was faster, its file is the result. */
async function signUnsigned(ref: ItemRef, item: Item, now: Date): Promise<NonNullable<Item['result']>> {
  const result = item.result as NonNullable<Item['result']>;
  const signed = await storeSigned({ kind: fileKindOf[item.kind], key: result.key }, now);
  const changed = await changeItem(ref, { set: { result: { ...result, ...signed } }, ifEquals: { result } });
  if (changed?.result) return changed.result;
  // Without a key, each run writes the same file at the same key.
  if (!signed.sha256) return result;
  await deleteObject(signed.key);
  const current = await readItem(ref.userId, ref.batchId, ref.index);
  if (!current?.result?.sha256) throw new Error('The result was changed while it was signed');
  return current.result;
}

/** Signs the image that a before/after run is making. */
export async function signRunImage(ref: { userId: string; batchId: string }, now: Date): Promise<void> {
  const run = await readRun(ref.userId, ref.batchId);
  if (!run) throw new AppError('RunNotFound');
  // An earlier run of the next step has already charged the image.
  if (run.item) await signResult({ ...ref, ...run.item }, now);
}

/** Signs a file that belongs to no running item. @throws the errors of `signResult`. */
export async function signOrderedFile(order: SigningOrder, now: Date): Promise<SignedFile> {
  const signed = await storeSigned(order, now);
  if (signed.sha256) await recordSignedFile(signed.sha256, { kind: order.kind, date: utcDate(now) });
  return signed;
}

async function storeSigned(order: SigningOrder, now: Date): Promise<SignedFile> {
  const key = await readSigningKey(now);
  if (!key) return storeUnsigned(order);
  try {
    return await storeWithKey(order, key);
  } catch (error) {
    if (isUnusableKey(error)) return storeUnsigned(order, error);
    throw error;
  }
}

function formatOf(key: string): SignedFormat {
  const format = formats[extname(key)];
  if (!format) throw new Error(`A file with the extension ${extname(key)} cannot be signed`);
  return format;
}

async function storeWithKey({ kind, key, baseKey = key, signedKey, parentKey }: SigningOrder, signingKey: SigningKey): Promise<SignedFile> {
  // The import loads the binary of the package, which does not exist for every platform. So it is loaded only if there is a key.
  const { addParent, createCredentials, signInto } = await import('./credentials.ts');
  const format = formatOf(key);
  const [input, output] = [1, 2].map(() => join(tmpdir(), `${randomUUID()}${extname(key)}`)) as [string, string];
  try {
    const credentials = createCredentials(kind, format, parentKey !== undefined);
    if (parentKey) {
      // The second download overwrites the parent, because the storage of the function has room for only two of the largest files.
      await downloadToFile(parentKey, input);
      await addParent(credentials, input, formatOf(parentKey));
    }
    await downloadToFile(key, input);
    await addSourceType(input, format, sourceTypes[kind]);
    await signInto(credentials, { input, output }, signingKey);
    const bytes = await readFile(output);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const target = signedKey ?? signedKeyOf(baseKey, sha256);
    await putObject(target, bytes, format);
    return { key: target, sizeBytes: bytes.length, sha256 };
  } finally {
    await Promise.all([input, output].map((file) => rm(file, { force: true })));
  }
}

/**
 * The key is missing, so the file is withheld, or delivered with the digital source type only. The setting of the stage decides.
 * @throws AppError SigningKeyMissing if the file is withheld.
 */
async function storeUnsigned({ kind, key, baseKey = key, signedKey = baseKey }: SigningOrder, cause?: unknown): Promise<SignedFile> {
  record('SigningKeyMissing', {});
  if (requiredEnv('WITHOUT_SIGNING_KEY') === 'withhold') throw new AppError('SigningKeyMissing', { cause });
  const format = formatOf(key);
  const file = join(tmpdir(), `${randomUUID()}${extname(key)}`);
  try {
    await downloadToFile(key, file);
    await addSourceType(file, format, sourceTypes[kind]);
    const bytes = await readFile(file);
    await putObject(signedKey, bytes, format);
    return { key: signedKey, sizeBytes: bytes.length };
  } finally {
    await rm(file, { force: true });
  }
}
