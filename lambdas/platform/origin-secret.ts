import { timingSafeEqual } from 'node:crypto';
import { requiredEnv } from './config.ts';
import { previousSecret, secret } from './secrets.ts';

/**
 * Returns whether a call came through the site's CloudFront distribution and its firewall, and not directly to the gateway. The previous
 * secret is accepted too, because CloudFront sends it until a rotation has ended. Usually only the current secret is read.
 */
export async function cameThroughTheSite(headers: Record<string, string | undefined>): Promise<boolean> {
  const received = Buffer.from(headers['x-origin-secret'] ?? '');
  if (received.length === 0) return false;
  const arn = requiredEnv('ORIGIN_SECRET_ARN');
  return isEqual(received, await secret(arn)) || isEqual(received, await previousSecret(arn));
}

function isEqual(received: Buffer, text: string): boolean {
  const expected = Buffer.from(text);
  return expected.length === received.length && timingSafeEqual(expected, received);
}
