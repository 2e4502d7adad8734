/** Signs URLs of objects in the media bucket for vendors (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html). */
import { HttpRequest } from '@smithy/core/protocols';
import { encodeStrictly } from '../platform/encode-strictly.ts';
import { requestParts, signer, storageRoot } from './s3-signer.ts';

/**
 * Returns a URL at which a vendor can read an object for some seconds. The URL must still be valid when the vendor starts its work. It is a
 * URL of S3, because a link to CloudFront has a fixed time (signed-urls.ts), and a vendor may need longer.
 */
export async function signedUrlForVendor(key: string, seconds: number): Promise<string> {
  const { headers, ...parts } = requestParts(key);
  const request = new HttpRequest({
    ...parts,
    method: 'GET',
    // The signature of a URL does not contain the body.
    headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  });
  const { path, query = {} } = await signer().presign(request, { expiresIn: seconds, signingDate: new Date() });
  const parameters = Object.entries(query).map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(String(value))}`);
  return `${storageRoot().origin}${path}?${parameters.join('&')}`;
}
