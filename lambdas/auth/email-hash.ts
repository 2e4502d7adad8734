import { createHmac } from 'node:crypto';
import { normalizedEmail } from '#shared/auth/email.ts';
import { requiredEnv } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';

/**
 * What an e-mail leaves behind for good, so that it has one welcome bonus ever: a keyed hash, from which nobody can tell the address,
 * nor try addresses without the key.
 */
export const emailHashOf = async (email: string): Promise<string> =>
  createHmac('sha256', await secret(requiredEnv('EMAIL_MARKS_SECRET_ARN')))
    .update(normalizedEmail(email))
    .digest('hex');
