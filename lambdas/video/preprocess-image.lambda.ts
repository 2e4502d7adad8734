import { randomUUID } from 'node:crypto';
import { preprocessRequest } from '#shared/video/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { preprocessImage } from './preprocess-image.ts';

export const handler = handle({ endpoint: 'preprocessImage', body: preprocessRequest }, async ({ caller, body, now }) => ({
  body: await preprocessImage({ userId: caller.userId, request: body, newId: randomUUID(), now }),
}));
