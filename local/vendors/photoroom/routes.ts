/** Photoroom's two calls on one host: v1/segment (sdk.photoroom.com) and v2/edit (image-api.photoroom.com). */
import * as z from 'zod';
import { filled } from '../../demo/pictures/edit-photo.ts';
import { cutOut, matteOf } from '../../demo/pictures/matte.ts';
import { encode, over, type Picture, readPicture } from '../../demo/pictures/picture.ts';
import type { Form } from '../kit/form.ts';
import type { Answer, Call } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import type { Route } from '../kit/server.ts';
import { editPicture } from './edit-picture.ts';
import type { PhotoroomScript } from './faults.ts';
import { contradictionIn, editInput, fileFault, segmentInput } from './input.ts';

/** The two APIs have different forms of errors. */
export const editError = (status: number, message: string): Answer => ({
  status,
  json: { error: status === 402 ? { detail: message } : { message } },
});

const segmentError = (status: number, detail: string, type = 'invalid_argument'): Answer => ({
  status,
  json: { detail, status_code: status, type },
});

/** `ignored` contains the names of the fields that the script has removed from the form. */
type Work = (form: Form, call: Call, ignored: readonly string[]) => Promise<Answer>;

export function photoroomRoutes(script: PhotoroomScript): Route[] {
  const route = (name: string, path: RegExp, work: Work, error: (status: number, message: string) => Answer): Route => ({
    name,
    method: 'POST',
    path,
    async answer(call) {
      if (!call.form) return error(400, 'The request is not a form');
      const { fields, files } = call.form;
      const text = Object.entries(fields).map(([field, value]) => `${field}=${value}`);
      const faults = script.take(text.join('\n'));
      const { status } = faultOf(faults, 'status') ?? {};
      if (status) return { ...error(status, status === 402 ? 'API credits exhausted.' : `Scripted error ${status}`), faults };
      const ignored = faults.flatMap((fault) => (fault.kind === 'ignore' ? [fault.field] : []));
      const kept = {
        fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !ignored.includes(field))),
        files: files.filter((file) => !ignored.includes(file.name)),
      };
      return { ...(await work(kept, call, ignored)), faults };
    },
  });
  return [route('segment', /^\/v1\/segment$/, segment, segmentError), route('edit', /^\/v2\/edit$/, edit, editError)];
}

const segment: Work = async ({ fields, files }) => {
  const file = files.find(({ name }) => name === 'image_file');
  const fault = await fileFault(file);
  if (!file || fault === 'missing') return segmentError(400, 'Please provide an image.', 'missing_image');
  if (fault) return segmentError(400, `The image cannot be used (${fault}).`, 'unknown_error');
  const input = segmentInput.safeParse(fields);
  if (!input.success) return segmentError(400, z.prettifyError(input.error));
  const photo = await readPicture(file.bytes);
  const cut = cutOut(photo, await matteOf(photo));
  const { bg_color: colour, format } = input.data;
  return pictureAnswer(colour ? await over(cut, filled(cut, colour)) : cut, format === 'jpg' ? 'jpeg' : format);
};

const edit: Work = async ({ fields, files }, { headers }, ignored) => {
  const file = files.find(({ name }) => name === 'imageFile');
  const guidance = files.find(({ name }) => name === 'background.guidance.imageFile');
  const fault = (await fileFault(file)) ?? (guidance && (await fileFault(guidance)));
  if (!file || fault === 'missing') return editError(400, 'imageFile is required');
  if (fault) return editError(400, `The image cannot be used (${fault}).`);
  const { data: input, error } = editInput.safeParse(fields);
  if (!input) return editError(400, z.prettifyError(error));
  const contradiction = contradictionIn(input, headers['pr-ai-shadows-model-version'], guidance !== undefined);
  if (contradiction) return editError(400, contradiction);
  const { picture, backgroundSeed, linesOfText } = await editPicture(file.bytes, guidance?.bytes, input);
  const unknown = [...ignored, ...Object.keys(fields).filter((name) => !Object.hasOwn(editInput.shape, name))];
  return pictureAnswer(picture, input['export.format'], {
    ...(backgroundSeed !== undefined && { 'pr-ai-background-seed': String(backgroundSeed) }),
    ...(linesOfText !== undefined && { 'pr-texts-detected': String(linesOfText) }),
    ...(unknown.length > 0 && { 'pr-unsupported-attributes': `Unsupported attributes: ${unknown.join(', ')}` }),
  });
};

async function pictureAnswer(picture: Picture, format: 'png' | 'jpeg' | 'webp', headers: Record<string, string> = {}): Promise<Answer> {
  const bytes = await encode(picture, format);
  return { status: 200, bytes, headers: { 'content-type': `image/${format}`, 'x-uncertainty-score': '0.08', ...headers } };
}
