/**
 * A Cloudinary account that takes uploads in place of our own storage (Q64; facts: docs/vendors.md). Browsers send it files under an
 * unsigned preset, so that whatever lies there is anybody's: an address is read by its text alone, and its file is checked like any.
 */
import { AppError } from '#shared/errors.ts';
import { standInUrl } from '../platform/config.ts';
import { readBodyUpTo } from './response-body.ts';

const uploadBase = 'https://api.cloudinary.com';
const deliveryBase = 'https://res.cloudinary.com';
const fetchTimeoutMs = 15_000;

export type ImageHost = { cloudName: string; uploadPreset: string; uploadUrl: string };

/** The host that is configured, if one is. */
export function imageHost(): ImageHost | undefined {
  const { CLOUDINARY_CLOUD_NAME: cloudName, CLOUDINARY_UPLOAD_PRESET: uploadPreset } = process.env;
  if (!cloudName || !uploadPreset) return undefined;
  return { cloudName, uploadPreset, uploadUrl: `${standInUrl('CLOUDINARY') ?? uploadBase}/v1_1/${cloudName}/image/upload` };
}

/**
 * Whether an address is that of an original in a folder of this account: one spelling, with nothing to resolve or unescape, and no
 * transformation, which would make another picture of it at our cost.
 */
export function isHosted(address: string, { cloudName }: Pick<ImageHost, 'cloudName'>, folder: string): boolean {
  const root = `${standInUrl('CLOUDINARY') ?? deliveryBase}/${cloudName}/image/upload/`;
  if (!address.startsWith(root)) return false;
  const [, path = ''] = /^v\d+\/([\w/-]+)\.\w+$/.exec(address.slice(root.length)) ?? [];
  return path.startsWith(`${folder}/`) && /^[\w-]+$/.test(path.slice(folder.length + 1));
}

/**
 * The bytes at an address that `isHosted`; undefined where they are more than that.
 * @throws AppError UploadNotFound; UploadHostFailed where the host does not answer with the file.
 */
export async function fetchHosted(address: string, bytesMax: number): Promise<Buffer | undefined> {
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (response.status === 200) return await readBodyUpTo(response, bytesMax);
    await response.body?.cancel();
    const { status } = response;
    throw new AppError(status === 404 ? 'UploadNotFound' : 'UploadHostFailed', { details: { status } });
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('UploadHostFailed', { cause });
  }
}
