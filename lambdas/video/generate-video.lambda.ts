import { randomUUID } from 'node:crypto';
import { generateVideoRequest } from '#shared/video/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { countRate } from '../store/rates.ts';
import { generateVideo } from './generate-video.ts';

export const handler = handle({ endpoint: 'generateVideo', body: generateVideoRequest }, async ({ caller, address, body, now }) => {
  await countRate('run', { userId: caller.userId, address }, now);
  return { status: 202, body: await generateVideo(caller.userId, body, randomUUID(), now) };
});
