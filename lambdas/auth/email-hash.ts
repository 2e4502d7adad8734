import { createHmac } from 'node:crypto';
import { normalizedEmail } from '#shared/auth/email.ts';
import { requiredEnv } from '../platform/config.ts';
import { secret } from '../platform/secrets.ts';

/**
 * Returns a keyed hash of an e-mail. The hash is kept permanently, so that a person gets only one welcome bonus. It does not reveal the
 * address. Without the key, it is not possible to test whether it is the hash of a certain address.
 */
export const emailHashOf = async (email: string): Promise<string> =>
  createHmac('sha256', await secret(requiredEnv('EMAIL_MARKS_SECRET_ARN')))
    .update(normalizedEmail(email))
    .digest('hex');
