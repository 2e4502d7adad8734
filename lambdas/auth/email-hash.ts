import { createHmac } from 'node:crypto';
import { normalizedEmail } from '#shared/auth/email.ts';
import { requiredEnv } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';

/**
 * Returns a keyed hash of an e-mail address. The hash is stored permanently, so that a person gets only one welcome bonus. The hash does
 * not reveal the address. Without the key, it is impossible to test whether a certain address has this hash.
 */
export const emailHashOf = async (email: string): Promise<string> =>
  createHmac('sha256', await secret(requiredEnv('EMAIL_MARKS_SECRET_ARN')))
    .update(normalizedEmail(email))
    .digest('hex');
