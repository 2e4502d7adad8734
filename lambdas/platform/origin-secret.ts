import { timingSafeEqual } from 'node:crypto';
import { requiredEnv } from './config.ts';
import { secret } from './secrets.ts';

/** Returns whether a call came through the site's CloudFront distribution and its firewall, and not directly to the gateway. */
export async function cameThroughTheSite(headers: Record<string, string | undefined>): Promise<boolean> {
  const expected = Buffer.from(await secret(requiredEnv('ORIGIN_SECRET_ARN')));
  const received = Buffer.from(headers['x-origin-secret'] ?? '');
  return expected.length === received.length && timingSafeEqual(expected, received);
}
