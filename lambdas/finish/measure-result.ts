/** Measures a delivered result once, and stores the measured properties. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { ImageProbe, Probe, VideoProbe } from '#shared/marketplaces/probe.ts';
import type { Delivered } from '../batch/delivered-items.ts';
import { isAiMade } from '../batch/probe-of-result.ts';
import { measureImage } from '../media/probe/measure-image.ts';
import { measureVideo } from '../media/probe/measure-video.ts';
import { readProbe, writeProbe } from '../store/finishes.ts';
import { downloadToFile, objectExists, readObject } from '../store/objects.ts';

type VideoResult = Extract<Delivered, { kind: 'video' }>;

/** @throws AppError NotFound if the file no longer exists, ResultNotAsOrdered, or an error of a damaged image. */
export async function measureResult(item: Delivered): Promise<Probe> {
  const sourceKey = item.result.key;
  const stored = await readProbe(item);
  if (stored?.sourceKey === sourceKey) return stored.probe;
  if (!(await objectExists(sourceKey))) throw new AppError('NotFound');
  const probe = item.kind === 'video' ? await measureStoredVideo(item) : await measureStoredImage(item);
  await writeProbe(item, { sourceKey, probe });
  return probe;
}

async function measureStoredVideo({ result, original }: VideoResult): Promise<VideoProbe> {
  const file = join(tmpdir(), `${randomUUID()}.mp4`);
  try {
    await downloadToFile(result.key, file);
    const probe = await measureVideo(file);
    const hasOriginal = original && original.key !== result.key && (await objectExists(original.key));
    return { ...probe, ...(hasOriginal && { original: { width: original.width, height: original.height } }) };
  } finally {
    await rm(file, { force: true });
  }
}

async function measureStoredImage(item: Exclude<Delivered, VideoResult>): Promise<ImageProbe> {
  return { ...(await measureImage(await readObject(item.result.key))), aiMade: item.kind === 'image' || isAiMade(item.settings) };
}
