import { randomUUID } from 'node:crypto';
import { preprocessRequest } from '#shared/video/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { preprocessImage } from './preprocess-image.ts';

export const handler = limitedCall({ endpoint: 'preprocessImage', body: preprocessRequest }, async ({ user, body, now }) => ({
  body: await preprocessImage({ user, request: body, newId: randomUUID(), now }),
}));
