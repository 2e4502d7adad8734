/**
 * A Cloudinary account to which browsers can send uploads instead of our own storage (docs/spec.md 4.6; facts: docs/vendors.md). The upload
 * preset is unsigned, so anyone can store files there. The product checks only the text of a URL. After the copy, the file is checked in
 * the same way as any upload.
 */
import { AppError } from '#shared/errors.ts';
import { standInUrl } from '../platform/config.ts';
import { readBodyUpTo } from './response-body.ts';

const uploadBase = 'https://api.cloudinary.com';
const deliveryBase = 'https://res.cloudinary.com';
const fetchTimeoutMs = 15_000;

export type ImageHost = { cloudName: string; uploadPreset: string; uploadUrl: string };

/** Returns the configured host, or undefined if no host is configured. */
export function imageHost(): ImageHost | undefined {
  const { CLOUDINARY_CLOUD_NAME: cloudName, CLOUDINARY_UPLOAD_PRESET: uploadPreset } = process.env;
  if (!cloudName || !uploadPreset) return undefined;
  return { cloudName, uploadPreset, uploadUrl: `${standInUrl('cloudinary') ?? uploadBase}/v1_1/${cloudName}/image/upload` };
}

/**
 * Returns true if a URL belongs to an original in a folder of this account. Only one spelling is accepted, without escapes or relative
 * parts. URLs with transformations are rejected, because they would create another picture at our cost.
 */
export function isHosted(address: string, { cloudName }: Pick<ImageHost, 'cloudName'>, folder: string): boolean {
  const root = `${standInUrl('cloudinary') ?? deliveryBase}/${cloudName}/image/upload/`;
  if (!address.startsWith(root)) return false;
  const [, path = ''] = /^v\d+\/([\w/-]+)\.\w+$/.exec(address.slice(root.length)) ?? [];
  return path.startsWith(`${folder}/`) && /^[\w-]+$/.test(path.slice(folder.length + 1));
}

/**
 * Fetches a URL that `isHosted` has accepted.
 * @returns the bytes, or undefined if the file has more than `bytesMax` bytes.
 * @throws AppError UploadNotFound; UploadHostFailed if the host does not return the file.
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
