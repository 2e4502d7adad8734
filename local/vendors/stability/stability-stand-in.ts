/** Imitates Stability if no key is set. The stand-in has the same HTTP interface and limits, and really extends the pictures. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import * as z from 'zod';
import { extendPicture } from '../../demo/pictures/extend-picture.ts';
import { connectionFaults } from '../kit/connection-faults.ts';
import type { Call, VendorResponse } from '../kit/http.ts';
import { createScript, faultOf, type Script } from '../kit/script.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { newId, stabilityError, stabilityErrorNames } from './errors.ts';
import { readInput } from './input.ts';

/**
 * Maximum size that the server reads. It is larger than Stability's limit, so that a request above this limit gets Stability's own error.
 */
const bodyBytesMax = 64 * 1024 * 1024;
const requestBytesMax = 10 * 1024 * 1024;
const filteredBlurSigma = 40;
const side = z.int().min(1).max(4096);

/** Faults that the script can inject. A rule matches the prompt. */
const faultSchema = z.discriminatedUnion('kind', [
  /** The response is this error. The vendor does not bill the call. */
  z.strictObject({ kind: z.literal('error'), name: z.literal(stabilityErrorNames) }),
  /** The response has status 200, and the vendor bills the call, but the picture is blurred. */
  z.strictObject({ kind: z.literal('content-filtered') }),
  /** The response has status 200 and a picture of another size than requested. */
  z.strictObject({ kind: z.literal('wrong-size'), width: side, height: side }),
  ...connectionFaults,
]);

export function startStabilityStandIn(): Promise<StandIn> {
  const script = createScript(faultSchema);
  return startServer({
    bodyBytesMax,
    script,
    paidRoutes: ['outpaint'],
    error: (status, message) =>
      stabilityError(status === 413 ? 'payload_too_large' : status === 500 ? 'internal_error' : 'not_found', message),
    keyError: ({ headers }) =>
      /^Bearer \S+$/.test(headers.authorization ?? '') ? undefined : stabilityError('unauthorized', 'missing or invalid api key'),
    open: () => ({
      routes: [
        {
          name: 'outpaint',
          method: 'POST',
          path: /^\/v2beta\/stable-image\/edit\/outpaint$/,
          respond: (call) => outpaint(call, script),
        },
      ],
    }),
  });
}

async function outpaint({ headers, body, form }: Call, script: Script<z.infer<typeof faultSchema>>): Promise<VendorResponse> {
  if (!['image/*', '*/*'].includes(headers.accept ?? '*/*'))
    return stabilityError('bad_request', 'accept: the stand-in returns image/* only');
  if (body.length > requestBytesMax) return stabilityError('payload_too_large', 'the request is larger than 10MiB');
  if (!form) return stabilityError('bad_request', 'content-type: must be multipart/form-data');
  const parsed = await readInput(form);
  if ('errors' in parsed) return stabilityError('bad_request', ...parsed.errors);
  const { input } = parsed;
  const faults = script.take(input.prompt);
  const error = faultOf(faults, 'error');
  if (error) return { ...stabilityError(error.name, `Scripted error ${error.name}`), faults };
  // The same request must return the same result, so the seed is computed from the request.
  const seed = createHash('sha256').update(input.image).update(JSON.stringify(form.fields)).digest().readUInt32BE();
  const { data, info } = await extendPicture({ ...input, seed });
  const picture = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const isFiltered = faultOf(faults, 'content-filtered') !== undefined;
  const size = faultOf(faults, 'wrong-size');
  if (isFiltered) picture.blur(filteredBlurSigma);
  if (size) picture.resize(size.width, size.height, { fit: 'fill' });
  return {
    status: 200,
    bytes: await picture.png().toBuffer(),
    headers: {
      'content-type': 'image/png',
      'x-request-id': newId(),
      'finish-reason': isFiltered ? 'CONTENT_FILTERED' : 'SUCCESS',
      seed: String(seed),
    },
    faults,
  };
}
