/** `POST /v1/images/edits`: makes a new picture from one or more pictures and a prompt. */
import * as z from 'zod';
import { editPhotoFile } from '../../demo/pictures/edit-photo.ts';
import { readMetadata } from '../../demo/pictures/picture.ts';
import type { Call, VendorResponse } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import { newId, openaiError, parameterError, rule } from './errors.ts';
import { type OpenaiScript, scriptedError } from './faults.ts';

const filesMax = 16;
const fileBytesMax = 50 * 1024 * 1024;
const fileTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
const promptCharactersMax = 32_000;
const sizes = { '1024x1024': [1024, 1024], '1536x1024': [1536, 1024], '1024x1536': [1024, 1536] } as const;

const models = ['gpt-image-2.5-flare', 'gpt-image-2'];

const file = z.object({
  contentType: z
    .string()
    .refine((type) => fileTypes.some((fileType) => fileType === type), rule('unsupported_file_mimetype', 'Unsupported file type.')),
  bytes: z
    .custom<Buffer>()
    .refine(({ length }) => length <= fileBytesMax, rule('image_too_large', 'The image is larger than 50MB.'))
    .refine(isPicture, rule('invalid_image_file', 'Invalid image file or mode.')),
});
/**
 * The parameters that the product uses. A request with one picture has the field `image`. A request with several pictures has the fields
 * `image[]`.
 */
const imageOrder = z.strictObject({
  model: z.string().refine((name) => models.includes(name), rule('model_not_found', 'The model does not exist.', 404)),
  prompt: z.string().min(1).max(promptCharactersMax),
  size: z.literal(Object.keys(sizes) as (keyof typeof sizes)[]),
  quality: z.literal(['low', 'medium', 'high']).default('high'),
  output_format: z.literal(['png', 'jpeg', 'webp']).default('png'),
  output_compression: z.stringFormat('percentage', /^([1-9]\d?|100)$/).default('100'),
  n: z.literal('1').default('1'),
  image: z.array(file).max(filesMax),
});
type ImageOrder = z.infer<typeof imageOrder>;

async function isPicture(bytes: Buffer): Promise<boolean> {
  const { format } = await readMetadata(bytes).catch(() => ({ format: undefined }));
  return fileTypes.some((type) => type === `image/${format}`);
}

export async function respondToImagesEdits({ form }: Call, script: OpenaiScript): Promise<VendorResponse> {
  if (!form) return openaiError({ status: 400, message: 'We could not parse the multipart form of your request.' });
  const names = form.files.map(({ name }) => name);
  const isDuplicate = names.filter((name) => name === 'image').length > 1;
  if (isDuplicate)
    return openaiError({ status: 400, message: "Duplicate parameter: 'image'.", param: 'image', code: 'duplicate_parameter' });
  const otherFiles = Object.fromEntries(
    form.files.filter(({ name }) => !/^image(\[\])?$/.test(name)).map((otherFile) => [otherFile.name, otherFile]),
  );
  const parameters = { ...form.fields, ...otherFiles, ...(names.length > 0 && { image: form.files }) };
  const { data: order, error } = await imageOrder.safeParseAsync(parameters);
  if (!order) return parameterError(error, parameters);
  const faults = script.take(order.prompt);
  return scriptedError(faults) ?? { ...(await createPictureResponse(order, faultOf(faults, 'no-text') !== undefined)), faults };
}

async function createPictureResponse(order: ImageOrder, hasNoPicture: boolean): Promise<VendorResponse> {
  const { prompt, size, quality, output_format, output_compression, image } = order;
  const [width, height] = sizes[size];
  const files = image.map(({ bytes }) => bytes);
  const edited = await editPhotoFile(files, prompt, { width, height }, { format: output_format, quality: Number(output_compression) });
  const data = hasNoPicture ? [] : [{ b64_json: edited.toString('base64') }];
  const json = { created: Math.floor(Date.now() / 1000), data, output_format, quality, size };
  return { status: 200, headers: { 'x-request-id': newId('req') }, json };
}
