/**
 * Imitates a Cloudinary account: unsigned uploads with a preset, and delivery of the uploaded files (facts: docs/vendors.md). No real
 * account uses the cloud name of the stand-in. With any other configured name, the product uses the real Cloudinary.
 */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import * as z from 'zod';
import { connectionFaults } from '../kit/connection-faults.ts';
import type { Call, VendorResponse } from '../kit/http.ts';
import { createScript, faultOf } from '../kit/script.ts';
import { type StandIn, startServer } from '../kit/server.ts';

export const standInCloudName = 'stand-in';

/** Image size limit of a free account. */
const imageBytesMax = 10 * 1024 * 1024;
/** Maximum size of a request. It is larger than the image limit, so that an image above the image limit gets Cloudinary's own error. */
const bodyBytesMax = 2 * imageBytesMax;
const version = 1_760_000_000;

/**
 * Pages of any origin may call the stand-in, as with the real Cloudinary. A page that shows upload progress sends a preflight request
 * first.
 */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'X-Requested-With, Content-Type',
};

/** Faults that the script can inject. A rule matches uploads by file name and deliveries by path. */
const faultSchema = z.discriminatedUnion('kind', [
  /** The response has this status and Cloudinary's error body. The stand-in stores nothing. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.literal([400, 401, 403, 420, 500, 503]),
    message: z.string().default('Server error'),
  }),
  ...connectionFaults,
]);

const errorResponse = (status: number, message: string): VendorResponse => ({
  status,
  json: { error: { message } },
  headers: { ...cors, 'x-cld-error': message },
});

const uploadPath = /^\/v1_1\/([^/]+)\/image\/upload$/;

export function startCloudinaryStandIn({ uploadPreset }: { uploadPreset: string }): Promise<StandIn> {
  const script = createScript(faultSchema);
  const storedFiles = new Map<string, { bytes: Buffer; contentType: string }>();

  const upload = async ({ form }: Call, cloudName: string, url: string): Promise<VendorResponse> => {
    const file = form?.files.find(({ name }) => name === 'file');
    const faults = script.take(file?.fileName ?? '');
    const fault = faultOf(faults, 'status');
    if (fault) return errorResponse(fault.status, fault.message);
    if (cloudName !== standInCloudName) return errorResponse(401, `Invalid cloud_name ${cloudName}`);
    const { upload_preset: preset, folder = '' } = form?.fields ?? {};
    if (!preset) return errorResponse(400, 'Upload preset must be specified when using unsigned upload');
    if (preset !== uploadPreset) return errorResponse(400, 'Upload preset not found');
    if (!file) return errorResponse(400, 'Missing required parameter - file');
    const { bytes } = file;
    if (bytes.length === 0) return errorResponse(400, 'Empty file');
    if (bytes.length > imageBytesMax) return errorResponse(400, `File size too large. Got ${bytes.length}. Maximum is ${imageBytesMax}.`);
    const { format, width, height, compression } = await sharp(bytes)
      .metadata()
      .catch(() => ({ format: undefined, width: 0, height: 0, compression: undefined }));
    if (!format) return errorResponse(400, 'Invalid image file');
    const extension = compression === 'av1' ? 'avif' : format.replace('jpeg', 'jpg');
    const publicId = [folder, randomBytes(10).toString('hex')].filter(Boolean).join('/');
    const path = `/${cloudName}/image/upload/v${version}/${publicId}.${extension}`;
    storedFiles.set(path, { bytes, contentType: `image/${extension.replace('jpg', 'jpeg')}` });
    const size = { width, height, bytes: bytes.length };
    const json = { public_id: publicId, version, ...size, format: extension, resource_type: 'image', secure_url: `${url}${path}`, folder };
    return { status: 200, json, headers: cors, faults };
  };

  const deliver = ({ path }: Call): VendorResponse => {
    const file = storedFiles.get(path);
    if (!file) return errorResponse(404, `Resource not found - ${path}`);
    return { status: 200, bytes: file.bytes, headers: { ...cors, 'content-type': file.contentType }, faults: script.take(path) };
  };

  return startServer({
    bodyBytesMax,
    script,
    paidRoutes: [],
    error: errorResponse,
    open: (url) => ({
      routes: [
        { name: 'preflight', method: 'OPTIONS', path: uploadPath, respond: () => ({ status: 200, headers: cors }) },
        { name: 'upload', method: 'POST', path: uploadPath, respond: (call, cloudName = '') => upload(call, cloudName, url) },
        { name: 'deliver', method: 'GET', path: /^\/[^/]+\/image\/upload\/.+$/, respond: deliver },
      ],
    }),
  });
}
