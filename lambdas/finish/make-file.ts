/** Makes one file for a marketplace from a delivered result, and stores it only if it satisfies every rule. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { isRefusal, type Plan, type Refusal } from '#shared/marketplaces/plan.ts';
import { changesBetween } from '#shared/marketplaces/plan-changes.ts';
import { planFinish } from '#shared/marketplaces/plan-finish.ts';
import type { Probe, VideoProbe } from '#shared/marketplaces/probe.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { videoProductBox } from '../media/probe/video-product-box.ts';
import { type FileId, type FinishedFile, finishedKey, readFinishedFile, writeFinishedFile } from '../store/finishes.ts';
import { downloadToFile, putObject, readObject } from '../store/objects.ts';
import { finishImage } from './finish-image.ts';
import { finishVideo } from './finish-video.ts';

type Made = { bytes: Buffer; probe: Probe } | Refusal;

/**
 * The function can run twice. Each run writes the same file and the same record.
 * @throws AppError NotFound if the request or its result no longer exists; any error of FFmpeg and of the storage.
 */
export async function makeFile(ref: FileId): Promise<void> {
  const file = await readFinishedFile(ref);
  if (!file) throw new AppError('NotFound');
  if (file.status !== 'making') return;
  const placement = placementOf(file.placement);
  // The rules can be newer than the request. In this case, the file is planned with the newer rules.
  const plan = planFinish(file.probe, placement, file.preferences);
  const made = isRefusal(plan) ? plan : await make(file, plan, placement);
  if ('kind' in made) return writeFinishedFile({ ...file, status: 'refused', refusal: made });
  await putObject(finishedKey(file), made.bytes, contentTypes[file.extension]);
  await writeFinishedFile({
    ...file,
    status: 'ready',
    sizeBytes: made.bytes.length,
    sha256: createHash('sha256').update(made.bytes).digest('hex'),
    measured: made.probe,
    changes: changesBetween(file.probe, made.probe),
  });
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
 * Plans again with the position of the product. A quote does not search the product, because one call must quote ten results. If the
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
