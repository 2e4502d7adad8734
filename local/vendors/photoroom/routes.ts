/** Photoroom's two calls on one host: v1/segment (sdk.photoroom.com) and v2/edit (image-api.photoroom.com). */
import * as z from 'zod';
import { createPlainPicture } from '../../demo/pictures/edit-photo.ts';
import { drawOver, encode, type Picture, readPicture } from '../../demo/pictures/picture.ts';
import { cutOut, findProductMask } from '../../demo/pictures/product-mask.ts';
import type { Form } from '../kit/form.ts';
import type { Call, VendorResponse } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import type { Route } from '../kit/server.ts';
import { editPicture } from './edit-picture.ts';
import type { PhotoroomScript } from './faults.ts';
import { editInput, findContradiction, findFileProblem, segmentInput } from './input.ts';

/** The two APIs have different error formats. */
export const editError = (status: number, message: string): VendorResponse => ({
  status,
  json: { error: status === 402 ? { detail: message } : { message } },
});

const segmentError = (status: number, detail: string, type = 'invalid_argument'): VendorResponse => ({
  status,
  json: { detail, status_code: status, type },
});

/** `ignoredFields` contains the names of the fields that the script has removed from the form. */
type RunEdit = (form: Form, call: Call, ignoredFields: readonly string[]) => Promise<VendorResponse>;

export function photoroomRoutes(script: PhotoroomScript): Route[] {
  const route = (name: string, path: RegExp, runEdit: RunEdit, error: (status: number, message: string) => VendorResponse): Route => ({
    name,
    method: 'POST',
    path,
    async respond(call) {
      if (!call.form) return error(400, 'The request is not a form');
      const { fields, files } = call.form;
      const text = Object.entries(fields).map(([field, value]) => `${field}=${value}`);
      const faults = script.take(text.join('\n'));
      const { status } = faultOf(faults, 'status') ?? {};
      if (status) return { ...error(status, status === 402 ? 'API credits exhausted.' : `Scripted error ${status}`), faults };
      const ignoredFields = faults.flatMap((fault) => (fault.kind === 'ignore' ? [fault.field] : []));
      const remainingForm = {
        fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !ignoredFields.includes(field))),
        files: files.filter((file) => !ignoredFields.includes(file.name)),
      };
      return { ...(await runEdit(remainingForm, call, ignoredFields)), faults };
    },
  });
  return [route('segment', /^\/v1\/segment$/, segment, segmentError), route('edit', /^\/v2\/edit$/, edit, editError)];
}

const segment: RunEdit = async ({ fields, files }) => {
  const file = files.find(({ name }) => name === 'image_file');
  const problem = await findFileProblem(file);
  if (!file || problem === 'missing') return segmentError(400, 'Please provide an image.', 'missing_image');
  if (problem) return segmentError(400, `The image cannot be used (${problem}).`, 'unknown_error');
  const input = segmentInput.safeParse(fields);
  if (!input.success) return segmentError(400, z.prettifyError(input.error));
  const photo = await readPicture(file.bytes);
  const cutProduct = cutOut(photo, await findProductMask(photo));
  const { bg_color: colour, format } = input.data;
  return pictureResponse(
    colour ? await drawOver(cutProduct, createPlainPicture(cutProduct, colour)) : cutProduct,
    format === 'jpg' ? 'jpeg' : format,
  );
};

const edit: RunEdit = async ({ fields, files }, { headers }, ignoredFields) => {
  const file = files.find(({ name }) => name === 'imageFile');
  const guidance = files.find(({ name }) => name === 'background.guidance.imageFile');
  const problem = (await findFileProblem(file)) ?? (guidance && (await findFileProblem(guidance)));
  if (!file || problem === 'missing') return editError(400, 'imageFile is required');
  if (problem) return editError(400, `The image cannot be used (${problem}).`);
  const { data: input, error } = editInput.safeParse(fields);
  if (!input) return editError(400, z.prettifyError(error));
  const contradiction = findContradiction(input, headers['pr-ai-shadows-model-version'], guidance !== undefined);
  if (contradiction) return editError(400, contradiction);
  const { picture, backgroundSeed, linesOfText } = await editPicture(file.bytes, guidance?.bytes, input);
  const unsupportedNames = [...ignoredFields, ...Object.keys(fields).filter((name) => !Object.hasOwn(editInput.shape, name))];
  return pictureResponse(picture, input['export.format'], {
    ...(backgroundSeed !== undefined && { 'pr-ai-background-seed': String(backgroundSeed) }),
    ...(linesOfText !== undefined && { 'pr-texts-detected': String(linesOfText) }),
    ...(unsupportedNames.length > 0 && { 'pr-unsupported-attributes': `Unsupported attributes: ${unsupportedNames.join(', ')}` }),
  });
};

async function pictureResponse(
  picture: Picture,
  format: 'png' | 'jpeg' | 'webp',
  headers: Record<string, string> = {},
): Promise<VendorResponse> {
  const bytes = await encode(picture, format);
  return { status: 200, bytes, headers: { 'content-type': `image/${format}`, 'x-uncertainty-score': '0.08', ...headers } };
}
