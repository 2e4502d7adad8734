/**
 * Implements the photo edit port with Photoroom (facts: docs/vendors.md). This file solves three problems:
 * - Photoroom responds 200 to an unknown setting and reports it only in a header.
 * - A redirect would send the key and the photo to another host.
 * - Responses have no size limit.
 */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { type PhotoEditSetting, settingsWithoutEffect } from '#shared/photo-edit/settings.ts';
import { log } from '../platform/log.ts';
import { isFreeStatus } from '../platform/unbilled.ts';
import { countRequests } from './count-requests.ts';
import type { Picture } from './image-port.ts';
import type { EditedPhoto, PhotoEditOrder, PhotoEditVendor } from './photo-edit-port.ts';
import { type Field, fieldsOfEditCall, fieldsOfSegmentCall, guidanceFile, namesIn, shadowsVersion } from './photoroom-fields.ts';
import { pictureTypeOf, readBodyUpTo } from './response-body.ts';
import { vendorAccess } from './vendor-access.ts';

const segmentAddress = 'https://sdk.photoroom.com/v1/segment';
const editAddress = 'https://image-api.photoroom.com/v2/edit';
/** Photoroom usually needs 1 to 20 s. Several edits of one photo need more time. */
const editTimeoutMs = 90_000;
/** The limit is enough for a PNG of 25 megapixels with almost no compression. */
const pictureBytesMax = 100 * 1024 * 1024;
const errorBytesMax = 64 * 1024;

export const photoroom = countRequests<PhotoEditVendor>('photoroom', ['edit'], {
  async edit(order) {
    const isEditing = order.settings.apiMode === 'image-editing';
    if (isEditing && order.settings.backgroundMode === 'image-guided' && !order.guidance)
      throw new AppError('BadRequest', { details: { missing: 'guidance' } });
    const { key, standIn } = await vendorAccess('photoroom');
    const address = new URL(isEditing ? editAddress : segmentAddress);
    const fields = isEditing ? fieldsOfEditCall(order.settings) : fieldsOfSegmentCall(order.settings);
    // The form is encoded before it is sent. A time-out while Node encodes a form would cause an unhandled rejection.
    const form = new Response(formOf(order, fields));
    try {
      const response = await fetch(standIn ? new URL(address.pathname, standIn) : address, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          accept: 'image/*',
          'content-type': form.headers.get('content-type') ?? '',
          ...(fields.some(({ name }) => name === 'shadow.mode') && { 'pr-ai-shadows-model-version': shadowsVersion }),
        },
        body: await form.arrayBuffer(),
        redirect: 'manual',
        signal: AbortSignal.timeout(editTimeoutMs),
      });
      return response.status === 200 ? await editedPhoto(response, order, fields) : await throwVendorError(response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('VendorUnreachable', { cause: error });
    }
  },
});

function formOf({ photo, guidance, settings }: PhotoEditOrder, fields: Field[]): FormData {
  const isEditing = settings.apiMode === 'image-editing';
  const form = new FormData();
  for (const { name, value } of fields) form.append(name, value);
  appendFile(form, isEditing ? 'imageFile' : 'image_file', photo);
  if (isEditing && settings.backgroundMode === 'image-guided' && guidance) appendFile(form, guidanceFile, guidance);
  return form;
}

function appendFile(form: FormData, name: string, { bytes, contentType }: Picture): void {
  form.append(name, new Blob([new Uint8Array(bytes)], { type: contentType }), `photo.${contentType.split('/')[1]}`);
}

async function editedPhoto(response: Response, { settings }: PhotoEditOrder, fields: Field[]): Promise<EditedPhoto> {
  const bytes = await readBodyUpTo(response, pictureBytesMax);
  const contentType = bytes && pictureTypeOf(bytes);
  if (!contentType) throw new AppError('VendorMalformedAnswer', { cause: new Error('Photoroom returned 200 without a picture') });
  const ignored = new Set<PhotoEditSetting>([...settingsWithoutEffect(settings), ...ignoredIn(response.headers, fields)]);
  if (contentType !== `image/${settings.exportFormat}`) ignored.add('exportFormat');
  const seed = response.headers.get('pr-ai-background-seed');
  return { bytes, contentType, ignoredSettings: [...ignored], ...(seed && /^\d+$/.test(seed) && { seed: Number(seed) }) };
}

/** Returns the settings that Photoroom reports as ignored. Also returns `removeText` if the photo contains no text. */
function ignoredIn(headers: Headers, fields: Field[]): PhotoEditSetting[] {
  const names = namesIn(headers.get('pr-unsupported-attributes') ?? '');
  // Each of these names shows a bug in our code or a change of the API.
  if (names.length > 0) log('warn', 'Photoroom ignored settings', { names });
  const ignored = fields.filter(({ name }) => names.includes(name)).map((field) => field.setting);
  if (names.includes(guidanceFile)) ignored.push('backgroundMode');
  if (headers.get('pr-texts-detected') === '0') ignored.push('removeText');
  return ignored;
}

async function throwVendorError(response: Response): Promise<never> {
  const { status } = response;
  // The body is read, so that the connection can be reused. The body is not logged, because it may quote the text of the seller.
  await readBodyUpTo(response, errorBytesMax);
  if (status === 402) log('error', 'Photoroom has no credits left', { alert: 'vendor_credits' });
  throw new AppError(codeOf(status), { cause: new Error(`Photoroom responded with ${status}`), isUnbilled: isFreeStatus(status) });
}

function codeOf(status: number): ErrorCode {
  if ([401, 402, 403, 404].includes(status)) return 'VendorMisconfigured';
  if (status === 429 || status === 503) return 'VendorBusy';
  if (status === 504) return 'VendorUnreachable';
  if (status >= 500) return 'VendorServerError';
  return status >= 400 ? 'VendorRejectedInput' : 'VendorMalformedAnswer';
}
