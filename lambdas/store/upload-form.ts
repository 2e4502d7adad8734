/**
 * Signs forms with which a browser sends one file directly to S3
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html).
 */
import { credentials, region } from '../platform/aws-credentials.ts';
import { requiredEnv } from '../platform/config.ts';
import { signer, storageRoot } from './s3-signer.ts';

type UploadRules = { key: string; contentType: string; sizeBytes: number; seconds: number };
export type UploadForm = { url: string; fields: Record<string, string> };

/** Returns a form that S3 accepts for some seconds, only for this key, this type and exactly this size. */
export async function signUploadForm({ key, contentType, sizeBytes, seconds }: UploadRules, now: Date): Promise<UploadForm> {
  const { accessKeyId, sessionToken } = credentials();
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const fields: Record<string, string> = {
    'content-type': contentType,
    bucket: requiredEnv('MEDIA_BUCKET'),
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${time.slice(0, 8)}/${region()}/s3/aws4_request`,
    'X-Amz-Date': time,
    ...(sessionToken && { 'X-Amz-Security-Token': sessionToken }),
    key,
  };
  const policy = {
    expiration: new Date(now.getTime() + seconds * 1000).toISOString(),
    conditions: [['content-length-range', sizeBytes, sizeBytes], ...Object.entries(fields).map(([name, value]) => ({ [name]: value }))],
  };
  const encodedPolicy = Buffer.from(JSON.stringify(policy)).toString('base64');
  const signature = await signer().sign(encodedPolicy, { signingDate: now });
  return { url: storageRoot().href, fields: { ...fields, Policy: encodedPolicy, 'X-Amz-Signature': signature } };
}
