/** Signs URLs of objects in the media bucket (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html). */
import { HttpRequest } from '@smithy/core/protocols';
import { encodeStrictly, requestParts, signer, storageRoot } from './s3-signer.ts';

/**
 * The signing time of a URL is the start of the current quarter of an hour, so that the URL of a playing video stays the same while the
 * page polls.
 */
const signingIntervalMs = 15 * 60_000;
export const signedUrlSeconds = 3600;

/** Returns a URL at which the browser can read an object for 45 to 60 minutes. */
export function signedUrl(key: string, now: Date, downloadName?: string): Promise<string> {
  const signingDate = new Date(Math.floor(now.getTime() / signingIntervalMs) * signingIntervalMs);
  const disposition = downloadName && `attachment; filename*=UTF-8''${encodeURIComponent(downloadName)}`;
  return sign(key, { seconds: signedUrlSeconds, signingDate, ...(disposition && { disposition }) });
}

/** Returns a URL at which a vendor can read an object for some seconds. The time must last until the vendor starts its work. */
export const signedUrlForVendor = (key: string, seconds: number): Promise<string> => sign(key, { seconds, signingDate: new Date() });

type Signing = { seconds: number; signingDate: Date; disposition?: string };

async function sign(key: string, { seconds, signingDate, disposition }: Signing): Promise<string> {
  const { headers, ...parts } = requestParts(key);
  const request = new HttpRequest({
    ...parts,
    method: 'GET',
    query: disposition ? { 'response-content-disposition': disposition } : {},
    // The signature of a URL does not contain the body.
    headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  });
  const { path, query = {} } = await signer().presign(request, { expiresIn: seconds, signingDate });
  const parameters = Object.entries(query).map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(String(value))}`);
  return `${storageRoot().origin}${path}?${parameters.join('&')}`;
}
