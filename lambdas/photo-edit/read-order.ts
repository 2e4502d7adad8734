/** Reads the order of an edit: a form with files of at most 4 MB, or JSON with the keys of uploads (docs/spec.md 9.3). */
import { AppError } from '#shared/errors.ts';
import { fieldsOfForm, type PhotoEditRequest, photoEditRequest } from '#shared/photo-edit/api.ts';
import type { PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import { inlineBytesMax } from '#shared/upload/inline-image.ts';
import { jsonOf, parse } from '../platform/handle.ts';

export type PhotoEditFiles = { image?: Buffer; guidance?: Buffer };

const fileFields = ['image', 'backgroundGuidanceFile'] as const;

/** @throws AppError BadRequest; ImageNeedsUpload if the files have more than 4 MB in total. */
export async function readOrder(
  apiMode: PhotoEditSettings['apiMode'],
  { contentType = '', rawBody }: { contentType: string | undefined; rawBody: Buffer },
): Promise<PhotoEditRequest & { files: PhotoEditFiles }> {
  const schema = photoEditRequest(apiMode);
  if (!/^multipart\/form-data\b/i.test(contentType)) return { ...parse(schema, jsonOf(rawBody)), files: {} };
  const form = await formOf(contentType, rawBody);
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const [image, guidance] = await Promise.all(fileFields.map((name) => fileOf(form, name)));
  if ((image?.length ?? 0) + (guidance?.length ?? 0) > inlineBytesMax) throw new AppError('ImageNeedsUpload');
  const unknown = [...form].find(([name, value]) => typeof value !== 'string' && !fileFields.some((field) => field === name));
  if (unknown) throw new AppError('BadRequest', { details: { path: unknown[0], reason: 'This field takes no file.' } });
  return { ...parse(schema, fieldsOfForm(texts)), files: { ...(image && { image }), ...(guidance && { guidance }) } };
}

async function formOf(contentType: string, rawBody: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(rawBody), { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    throw new AppError('BadRequest', { cause, details: { reason: 'The body is not a form.' } });
  }
}

/** Ignores an empty file, because browsers send an empty file if no file is chosen. */
async function fileOf(form: FormData, name: string): Promise<Buffer | undefined> {
  const value = form.get(name);
  return value instanceof File && value.size > 0 ? Buffer.from(await value.arrayBuffer()) : undefined;
}
