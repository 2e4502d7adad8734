/** Asks whether this site has signed a file. The browser computes the hash of the file, so the file is never uploaded. */
import { type VerifyResponse, verifyResponse } from '#shared/provenance/api.ts';
import { callApi } from '#web/lib/api.ts';

/** The browser needs the whole file in memory to compute its hash. */
export const verifiedBytesMax = 500_000_000;

/** Returns the SHA-256 of a file in hex. */
export async function hashOf(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws ApiError */
export const verifyHash = (sha256: string, signal?: AbortSignal): Promise<VerifyResponse> =>
  callApi('verifyFile', { parameters: { sha256 }, schema: verifyResponse, ...(signal && { signal }) });
