import { randomUUID } from 'node:crypto';
import { generateVideoRequest } from '#shared/video/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { generateVideo } from './generate-video.ts';

export const handler = limitedCall({ endpoint: 'generateVideo', body: generateVideoRequest }, async ({ user, body, now }) => {
  return { status: 202, body: await generateVideo(user, body, randomUUID(), now) };
});
