import { randomUUID } from 'node:crypto';
import { createCheckRequest } from '#shared/check/api.ts';
import { handle } from '../platform/handle.ts';
import { createVisitorCheck } from './create-check.ts';

export const handler = handle({ endpoint: 'createCheck', body: createCheckRequest }, async ({ address, body, now }) => ({
  status: 201,
  body: await createVisitorCheck(address, body, randomUUID(), now),
}));
