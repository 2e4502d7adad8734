/**
 * Imitates a Cloudinary account: unsigned uploads with a preset, and delivery of the uploaded files (facts: docs/vendors.md). It has one
 * cloud name that no real account uses. Any other configured name means the real Cloudinary.
 */
import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { createCallLog } from '../kit/call-log.ts';
import { controlRoutes } from '../kit/control-routes.ts';
import { formOf } from '../kit/form.ts';
import type { Answer, Call } from '../kit/http.ts';
import type { Route } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import { type CloudinaryScript, createCloudinaryScript } from './faults.ts';

export const standInCloudName = 'stand-in';

/** Image size limit of a free account. */
const imageBytesMax = 10 * 1024 * 1024;
/** Larger than the image limit, so that an oversized image gets the vendor's own error. */
const bodyBytesMax = 2 * imageBytesMax;
const version = 1_760_000_000;

/** As at the real Cloudinary, any page may call. A page that tracks upload progress sends a preflight request first. */
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'X-Requested-With, Content-Type',
};

type Stored = { bytes: Buffer; contentType: string };

export const startCloudinaryStandIn = ({ uploadPreset, port }: { uploadPreset: string; port?: number }): Promise<StandIn> =>
  startServer({
    port,
    bodyBytesMax,
    refusals: {
      keyless: () => undefined,
      unknown: (status) => refusal(status, 'Resource not found'),
      tooLarge: () => refusal(400, `File size too large. Maximum is ${imageBytesMax}.`),
      failed: (error) => refusal(500, String(error)),
    },
    open: ({ url, stopping }) => {
      const script = createCloudinaryScript();
      const log = createCallLog(() => false);
      return { log, routes: [...controlRoutes({ script, log }), ...accountRoutes({ url, uploadPreset, script, stopping })] };
    },
  });

type Account = { url: string; uploadPreset: string; script: CloudinaryScript; stopping: AbortSignal };

function accountRoutes({ url, uploadPreset, script, stopping }: Account): Route[] {
  const stored = new Map<string, Stored>();

  async function upload(call: Call, cloudName = ''): Promise<Answer> {
    const form = await formOf(call);
    const [file] = form?.files.filter(({ name }) => name === 'file') ?? [];
    const faults = script.take(file?.fileName ?? '');
    const fault = faultOf(faults, 'status');
    if (fault) return refusal(fault.status, fault.message);
    if (cloudName !== standInCloudName) return refusal(401, `Invalid cloud_name ${cloudName}`);
    const { upload_preset: preset, folder = '' } = form?.fields ?? {};
    if (!preset) return refusal(400, 'Upload preset must be specified when using unsigned upload');
    if (preset !== uploadPreset) return refusal(400, 'Upload preset not found');
    if (!file) return refusal(400, 'Missing required parameter - file');
    const { bytes } = file;
    if (bytes.length === 0) return refusal(400, 'Empty file');
    if (bytes.length > imageBytesMax) return refusal(400, `File size too large. Got ${bytes.length}. Maximum is ${imageBytesMax}.`);
    const { format, width, height, compression } = await sharp(bytes)
      .metadata()
      .catch(() => ({ format: undefined, width: 0, height: 0, compression: undefined }));
    if (!format) return refusal(400, 'Invalid image file');
    const ending = compression === 'av1' ? 'avif' : format.replace('jpeg', 'jpg');
    const publicId = [folder, randomBytes(10).toString('hex')].filter(Boolean).join('/');
    const path = `/${cloudName}/image/upload/v${version}/${publicId}.${ending}`;
    stored.set(path, { bytes, contentType: `image/${ending.replace('jpg', 'jpeg')}` });
    const json = {
      asset_id: randomBytes(16).toString('hex'),
      public_id: publicId,
      version,
      width,
      height,
      format: ending,
      resource_type: 'image',
      created_at: new Date(version * 1000).toISOString(),
      tags: [],
      bytes: bytes.length,
      type: 'upload',
      etag: createHash('md5').update(bytes).digest('hex'),
      placeholder: false,
      url: `${url}${path}`,
      secure_url: `${url}${path}`,
      folder,
      original_filename: file.fileName.replace(/\.\w+$/, ''),
    };
    return applyWireFaults({ status: 200, json, headers: cors }, faults, stopping);
  }

  function deliver({ path }: Call): Promise<Answer> | Answer {
    const file = stored.get(path);
    if (!file) return refusal(404, `Resource not found - ${path}`);
    return applyWireFaults(
      { status: 200, bytes: file.bytes, headers: { ...cors, 'content-type': file.contentType } },
      script.take(path),
      stopping,
    );
  }

  const uploadPath = /^\/v1_1\/([^/]+)\/image\/upload$/;
  return [
    { name: 'preflight', method: 'OPTIONS', path: uploadPath, access: 'anyone', answer: () => ({ status: 200, headers: cors }) },
    { name: 'upload', method: 'POST', path: uploadPath, access: 'anyone', answer: upload },
    { name: 'deliver', method: 'GET', path: /^\/[^/]+\/image\/upload\/.+$/, access: 'anyone', answer: deliver },
  ];
}

const refusal = (status: number, message: string): Answer => ({
  status,
  json: { error: { message } },
  headers: { ...cors, 'x-cld-error': message },
});
