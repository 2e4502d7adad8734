/** Photoroom's routes: those of sdk.photoroom.com and image-api.photoroom.com, on one host. */
import * as z from 'zod';
import { filled } from '../../demo/pictures/edit-photo.ts';
import { boxOf, cutOut, matteOf } from '../../demo/pictures/matte.ts';
import { encode, over, type Picture, pictureOf, readPicture, sharpOf } from '../../demo/pictures/picture.ts';
import type { CallLog } from '../kit/call-log.ts';
import { controlRoutes } from '../kit/control-routes.ts';
import { type Form, formOf } from '../kit/form.ts';
import type { Answer, Call } from '../kit/http.ts';
import type { Refusals, Route } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import { editPicture, TooLargeToUpscale } from './edit-picture.ts';
import { editError, segmentError } from './errors.ts';
import type { Fault, PhotoroomScript } from './faults.ts';
import { contradictionIn, editInput, fileFault, type SegmentInput, segmentInput } from './input.ts';

type Parts = { script: PhotoroomScript; log: CallLog; stopping: AbortSignal };

const imagesOfPlan = 1_000;
const segmentsPerEdit = 5;
/** In pixels. */
const segmentSizes: Record<SegmentInput['size'], number> = { preview: 250_000, medium: 1_500_000, hd: 4_000_000, full: 36_000_000 };

export const photoroomRefusals: Refusals = {
  keyless: ({ headers }) => (headers['x-api-key'] ? undefined : editError(403)),
  unknown: (status) => editError(status, 'Not found'),
  tooLarge: () => editError(413, 'The file is too large'),
  failed: (error) => editError(500, `An unexpected error occurred: ${error}`),
};

export const photoroomRoutes = (parts: Parts): Route[] => [
  ...controlRoutes(parts),
  {
    name: 'segment',
    method: 'POST',
    path: /^\/v1\/segment$/,
    access: 'key',
    answer: (call) => answer(call, parts, segment, (status) => segmentError(status, 'scripted')),
  },
  { name: 'edit', method: 'POST', path: /^\/v2\/edit$/, access: 'key', answer: (call) => answer(call, parts, edit, editError) },
  { name: 'account', method: 'GET', path: /^\/v2\/account$/, access: 'key', answer: () => account(parts.log) },
];

function account(log: CallLog): Answer {
  const { counts } = log.report();
  const used = (counts.edit ?? 0) + (counts.segment ?? 0) / segmentsPerEdit;
  return { status: 200, json: { images: { available: imagesOfPlan - Math.ceil(used), subscription: imagesOfPlan }, plan: 'plus' } };
}

type Work = (form: Form, call: Call, ignored: readonly string[]) => Promise<Answer>;

async function answer(call: Call, { script, stopping }: Parts, work: Work, refused: (status: number) => Answer): Promise<Answer> {
  const form = await formOf(call);
  if (!form) return refused(400);
  const faults = script.take(
    Object.entries(form.fields)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
  const status = faultOf(faults, 'status');
  if (status) return applyWireFaults(refused(status.status), faults, stopping);
  const ignored = faults.flatMap((fault: Fault) => (fault.kind === 'ignore' ? [fault.field] : []));
  const kept = {
    fields: Object.fromEntries(Object.entries(form.fields).filter(([name]) => !ignored.includes(name))),
    files: form.files.filter(({ name }) => !ignored.includes(name)),
  };
  return applyWireFaults(await work(kept, call, ignored), faults, stopping);
}

const segment: Work = async ({ fields, files }, { headers }) => {
  const file = files.find(({ name }) => name === 'image_file');
  const fault = await fileFault(file);
  if (!file || fault === 'missing') return segmentError(400, 'missing_image', 'Please provide an image.');
  if (fault) return segmentError(400, 'unknown_error', `The image cannot be used (${fault}).`);
  const input = segmentInput.safeParse(fields);
  if (!input.success) return segmentError(400, 'invalid_argument', z.prettifyError(input.error));
  const { bg_color: colour, channels, crop, format, size } = input.data;
  const photo = await readPicture(file.bytes);
  const matte = await matteOf(photo);
  let result = channels === 'alpha' ? alphaOf(matte) : cutOut(photo, matte);
  if (colour) result = over(result, filled(result, colour));
  if (crop) result = await pictureOf(sharpOf(result).extract(boxOf(matte)));
  const bytes = await encode(await within(result, segmentSizes[size]), format === 'jpg' ? 'jpeg' : format);
  if (headers.accept === 'application/json') return { status: 200, json: { base64img: bytes.toString('base64') } };
  return { status: 200, bytes, headers: { 'content-type': typeOf(format), 'x-uncertainty-score': '0.08' } };
};

function alphaOf({ data, width, height }: Awaited<ReturnType<typeof matteOf>>): Picture {
  const rgba = Buffer.alloc(data.length * 4, 255);
  for (let pixel = 0; pixel < data.length; pixel++) rgba.fill(data[pixel]!, pixel * 4, pixel * 4 + 3);
  return { rgba, width, height };
}

async function within(picture: Picture, pixelsMax: number): Promise<Picture> {
  const scale = Math.sqrt(pixelsMax / (picture.width * picture.height));
  if (scale >= 1) return picture;
  return pictureOf(
    sharpOf(picture).resize({ width: Math.floor(picture.width * scale), height: Math.floor(picture.height * scale), fit: 'fill' }),
  );
}

const edit: Work = async ({ fields, files }, { headers }, ignored) => {
  const file = files.find(({ name }) => name === 'imageFile');
  const guidance = files.find(({ name }) => name === 'background.guidance.imageFile');
  const fault = (await fileFault(file)) ?? (guidance && (await fileFault(guidance)));
  if (!file || fault === 'missing') return editError(400, 'imageFile is required');
  if (fault) return editError(400, `The image cannot be used (${fault}).`);
  const input = editInput.safeParse(fields);
  if (!input.success) return editError(400, z.prettifyError(input.error));
  const model = headers['pr-ai-shadows-model-version'];
  const contradiction = contradictionIn(input.data, typeof model === 'string' ? model : undefined, guidance !== undefined);
  if (contradiction) return editError(400, contradiction);
  try {
    const { picture, backgroundSeed, linesOfText } = await editPicture(file.bytes, guidance?.bytes, input.data);
    const format = input.data['export.format'];
    const unknown = [...ignored, ...Object.keys(fields).filter((name) => !Object.hasOwn(editInput.shape, name))];
    return {
      status: 200,
      bytes: await encode(picture, format === 'jpg' ? 'jpeg' : format),
      headers: {
        'content-type': typeOf(format),
        'x-uncertainty-score': '0.08',
        ...(backgroundSeed !== undefined && { 'pr-ai-background-seed': String(backgroundSeed) }),
        ...(linesOfText !== undefined && { 'pr-texts-detected': String(linesOfText) }),
        ...(unknown.length > 0 && { 'pr-unsupported-attributes': `Unsupported attributes: ${unknown.join(', ')}` }),
      },
    };
  } catch (error) {
    if (error instanceof TooLargeToUpscale) return editError(400, error.message);
    throw error;
  }
};

const typeOf = (format: string): string => `image/${format === 'jpg' ? 'jpeg' : format}`;
