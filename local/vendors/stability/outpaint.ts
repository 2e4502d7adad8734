/** `POST /v2beta/stable-image/edit/outpaint`. */
import sharp from 'sharp';
import { extendPicture } from '../../demo/pictures/extend-picture.ts';
import { formOf } from '../kit/form.ts';
import type { Answer } from '../kit/http.ts';
import type { Handler } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import { newId, type StabilityErrorName, stabilityError } from './errors.ts';
import type { createStabilityScript } from './faults.ts';
import { type OutpaintInput, readInput } from './input.ts';

const requestBytesMax = 10 * 1024 * 1024;
const filteredBlurSigma = 40;

const words: Record<StabilityErrorName, string> = {
  bad_request: 'the request is not valid',
  unauthorized: 'missing or invalid api key',
  payment_required: 'You lack sufficient credits to make this request. Please purchase more credits.',
  content_moderation:
    'Your request was flagged by our content moderation system, as a result your request was denied and you were not charged.',
  not_found: 'the resource was not found',
  payload_too_large: 'the request is larger than 10MiB',
  unprocessable_entity: 'the request was well-formed, but rejected',
  rate_limit_exceeded:
    'You have exceeded the rate limit of 150 requests within a 10 second period, and have been timed out for 60 seconds.',
  internal_error: 'An unexpected server error has occurred, please try again later.',
  service_unavailable: 'The service is temporarily unavailable, please try again later.',
};

type Parts = { script: ReturnType<typeof createStabilityScript>; stopping: AbortSignal };

export const outpaintHandler =
  ({ script, stopping }: Parts): Handler =>
  async (call) => {
    const wanted = call.headers.accept ?? 'image/*';
    if (wanted !== 'image/*' && wanted !== 'application/json' && wanted !== '*/*')
      return stabilityError('bad_request', 'accept: must be one of: image/*, application/json');
    if (call.body.length > requestBytesMax) return stabilityError('payload_too_large', words.payload_too_large);
    const form = await formOf(call);
    if (!form) return stabilityError('bad_request', 'content-type: must be multipart/form-data');
    const read = await readInput(form);
    if ('errors' in read) return stabilityError('bad_request', ...read.errors);
    const faults = script.take(read.input.prompt);
    const error = faultOf(faults, 'error');
    if (error) return applyWireFaults(stabilityError(error.name, words[error.name]), faults, stopping);
    const isFiltered = faultOf(faults, 'content-filtered') !== undefined;
    const picture = await painted(read.input, isFiltered, faultOf(faults, 'wrong-size'));
    return applyWireFaults(successOf(picture, read.input, isFiltered, wanted === 'application/json'), faults, stopping);
  };

async function painted(input: OutpaintInput, isFiltered: boolean, size: { width: number; height: number } | undefined): Promise<Buffer> {
  const { data, info } = await extendPicture(input);
  const picture = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  if (isFiltered) picture.blur(filteredBlurSigma);
  if (size) picture.resize(size.width, size.height, { fit: 'fill' });
  return picture.toFormat(input.outputFormat).toBuffer();
}

function successOf(picture: Buffer, { seed, outputFormat }: OutpaintInput, isFiltered: boolean, asJson: boolean): Answer {
  const finishReason = isFiltered ? 'CONTENT_FILTERED' : 'SUCCESS';
  const type = `image/${outputFormat}`;
  const headers = { 'x-request-id': newId(), 'finish-reason': finishReason, seed: String(seed) };
  if (!asJson) return { status: 200, bytes: picture, headers: { ...headers, 'content-type': type } };
  const json = { image: picture.toString('base64'), finish_reason: finishReason, seed };
  return { status: 200, json, headers: { ...headers, 'content-type': `application/json; type=${type}` } };
}
