import { randomUUID } from 'node:crypto';
import { generateVideoRequest } from '#shared/video/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { generateVideo } from './generate-video.ts';

export const handler = handle({ endpoint: 'generateVideo', body: generateVideoRequest }, async ({ caller, body, now }) => ({
  status: 202,
  body: await generateVideo(caller.userId, body, randomUUID(), now),
}));
