import { randomUUID } from 'node:crypto';
import { createCheckRequest } from '#shared/check/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { createSellerCheck } from './create-check.ts';

export const handler = limitedCall({ endpoint: 'createSellerCheck', body: createCheckRequest }, async ({ user, body, now }) => ({
  status: 201,
  body: await createSellerCheck(user, body, randomUUID(), now),
}));
