import { cropRequest } from '#shared/video/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { cropResult } from './crop-result.ts';

export const handler = handle({ endpoint: 'cropResult', body: cropRequest }, async ({ caller, body, now }) => ({
  body: await cropResult(caller.userId, body, now),
}));
