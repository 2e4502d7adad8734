/**
 * Ingests the three pictures. Each picture is decoded completely and stored as an upright sRGB picture without metadata. No upload form can
 * write to the folder of these pictures. The aspect ratio of the run is the supported ratio that is nearest to the ratio of the input
 * picture.
 */
import { imageModel } from '#shared/catalogue.ts';
import { AppError } from '#shared/errors.ts';
import type { Size } from '#shared/size.ts';
import { bytesMaxIn, tooLargeError } from '#shared/upload/image-file.ts';
import { sidesOf } from '#shared/video/ratio.ts';
import { sizeOf, smallJpeg } from '../platform/picture.ts';
import { fileRulesOf, pictureKey } from '../store/media-keys.ts';
import { putObject, readObject } from '../store/objects.ts';
import { changeRun, type Pictures } from '../store/pipeline-runs.ts';
import { pipelineModel, type RunRef, runningRun } from './run.ts';

/** Size of the stored pictures. The comparison on the page needs this size. The judge and the image model receive smaller pictures. */
const sideMax = 2048;

/** @throws AppError Cancelled, PipelineImageTooLarge, ImageDimensions or ImageUnreadable, with the name of the picture. */
export async function ingestPictures(ref: RunRef): Promise<void> {
  const run = await runningRun(ref);
  if (run.pictures) return;
  const pictures: Pictures = { before: '', after: '', input: '' };
  let inputSize: Size = { width: 1, height: 1 };
  // The pictures are decoded one after another, because each may have 8192 × 8192 pixels.
  for (const name of ['before', 'after', 'input'] as const) {
    const { jpeg, size } = await ingest(run.uploads[name], name);
    pictures[name] = pictureKey(run.userId, run.runId, name);
    await putObject(pictures[name], jpeg, 'image/jpeg');
    inputSize = size;
  }
  await changeRun(run, { set: { pictures, aspectRatio: nearestModelRatio(inputSize) } });
}

async function ingest(key: string, picture: string): Promise<{ jpeg: Buffer; size: Size }> {
  const upload = await readObject(key);
  const details = { picture };
  const folder = fileRulesOf(key);
  if (upload.length > bytesMaxIn(folder)) throw new AppError(tooLargeError(folder), { details });
  try {
    return { jpeg: await smallJpeg(upload, { sideMax, folder }), size: await sizeOf(upload, folder) };
  } catch (cause) {
    throw cause instanceof AppError ? new AppError(cause.code, { cause, details: { ...details, ...cause.details } }) : cause;
  }
}

function nearestModelRatio({ width, height }: Size): string {
  const ratios = imageModel(pipelineModel)?.aspectRatios ?? [];
  const distance = (ratio: string) => Math.abs(Math.log(sidesOf(ratio).width / sidesOf(ratio).height / (width / height)));
  return ratios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}
