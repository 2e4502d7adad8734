/** Makes and signs one file for a marketplace from a delivered result, and stores it only if it satisfies every rule. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { credentialBytesMax, withOriginalLimit, withRoomForCredentials } from '#shared/finish/room-for-credentials.ts';
import { isRefusal, type Plan, type Refusal } from '#shared/marketplaces/plan.ts';
import { changesBetween } from '#shared/marketplaces/plan-changes.ts';
import { planFinish } from '#shared/marketplaces/plan-finish.ts';
import type { Probe, VideoProbe } from '#shared/marketplaces/probe.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { type FileKind, fileKindOf } from '#shared/provenance/file-kinds.ts';
import { videoProductBox } from '../media/probe/video-product-box.ts';
import { readBatchRow } from '../store/batches.ts';
import { signStoredFile } from '../store/file-signing.ts';
import { type FileId, type FinishedFile, finishedKey, readFinishedFile, writeFinishedFile } from '../store/finishes.ts';
import { deleteObject, downloadToFile, putObject, readObject } from '../store/objects.ts';
import { finishImage } from './finish-image.ts';
import { finishVideo } from './finish-video.ts';

type Made = { bytes: Buffer; probe: Probe } | Refusal;

/**
 * The function can run twice. Each run writes the same file and the same record.
 * @throws AppError NotFound if the request or its result no longer exists; any error of FFmpeg and of the storage.
 */
export async function makeFile(ref: FileId): Promise<void> {
  const record = await readFinishedFile(ref);
  if (!record) throw new AppError('NotFound');
  const { key: signedKey, ...file } = record;
  const unsignedKey = finishedKey(file);
  // An earlier run may have ended before it deleted the unsigned file.
  if (file.status === 'ready' && signedKey) await deleteObject(unsignedKey);
  if (file.status !== 'making') return;
  const placement = placementOf(file.placement);
  // The rules can be newer than the request. The file is then planned with the newer rules.
  const unsignedPlacement = withRoomForCredentials(placement);
  const plan = planFinish(file.probe, unsignedPlacement, file.preferences);
  const made = isRefusal(plan) ? plan : await make(file, plan, unsignedPlacement);
  if ('kind' in made) return writeFinishedFile({ ...file, status: 'refused', refusal: withOriginalLimit(made, placement) });
  await putObject(unsignedKey, made.bytes, contentTypes[file.extension]);
  const signed = await signStoredFile({ kind: await kindOf(file), key: unsignedKey, parentKey: file.sourceKey });
  if (signed.sizeBytes - made.bytes.length > credentialBytesMax) throw new Error('The content credentials are larger than their limit');
  const probe = { ...made.probe, bytes: signed.sizeBytes };
  await writeFinishedFile({
    ...file,
    status: 'ready',
    sizeBytes: signed.sizeBytes,
    // Without a key, the file has no credentials, and the signing step returns no hash.
    sha256: signed.sha256 ?? hashOf(await readObject(signed.key)),
    ...(signed.key !== unsignedKey && { key: signed.key }),
    measured: probe,
    changes: changesBetween(file.probe, probe),
  });
  if (signed.key !== unsignedKey) await deleteObject(unsignedKey);
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Only the kind of the batch shows whether an image is an edited photo. */
async function kindOf({ userId, batchId, probe }: FinishedFile): Promise<FileKind> {
  if (probe.kind === 'video') return 'video';
  const batch = await readBatchRow(userId, batchId);
  if (!batch) throw new AppError('NotFound');
  return fileKindOf[batch.kind];
}

const contentTypes: Record<FinishedFile['extension'], string> = {
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

const make = (file: FinishedFile, plan: Plan, placement: Placement): Promise<Made> =>
  file.probe.kind === 'video' ? makeVideo(file, plan, placement) : makeImage(file, plan, placement);

async function makeImage({ sourceKey }: FinishedFile, plan: Plan, placement: Placement): Promise<Made> {
  return finishImage(await readObject(sourceKey), plan, placement);
}

async function makeVideo(file: FinishedFile, plan: Plan, placement: Placement): Promise<Made> {
  const { sourceKey, originalKey, photoKey, probe } = file;
  const isReframed = plan.steps.some(({ kind }) => kind === 'reframe');
  const [input, output] = [join(tmpdir(), `${randomUUID()}.mp4`), join(tmpdir(), `${randomUUID()}.mp4`)];
  try {
    // The step needs only one of the two files, and the storage of the function is too small for both.
    await downloadToFile(isReframed && originalKey ? originalKey : sourceKey, input);
    const files = {
      result: input,
      probe: probe as VideoProbe,
      ...(isReframed && { original: input }),
      readPhoto: () => readPhoto(photoKey),
    };
    const placed = isReframed ? await planAroundProduct(file, plan, placement, input) : plan;
    if (isRefusal(placed)) return placed;
    const finished = await finishVideo(files, placed, placement, output);
    return 'kind' in finished ? finished : { ...finished, bytes: await readFile(output) };
  } finally {
    await Promise.all([input, output].map((file) => rm(file, { force: true })));
  }
}

/**
 * Plans again with the position of the product. A quote does not search for the product, because one call must quote ten results. If the
 * position is unknown, the crop stays at the centre.
 */
async function planAroundProduct(file: FinishedFile, plan: Plan, placement: Placement, original: string): Promise<Plan | Refusal> {
  const probe = file.probe as VideoProbe;
  const product = probe.original && (await videoProductBox(original));
  if (!product || !probe.original) return plan;
  return planFinish({ ...probe, original: { ...probe.original, product } }, placement, file.preferences);
}

async function readPhoto(key: string | undefined): Promise<Buffer> {
  if (!key) throw new AppError('NotFound');
  return readObject(key);
}
