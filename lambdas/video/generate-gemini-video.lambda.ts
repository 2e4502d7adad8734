import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { generateGeminiVideoRequest } from '#shared/video/single-calls.ts';
import { requiredEnv } from '../platform/config.ts';
import { parse } from '../platform/handle.ts';
import { limitedCall } from '../store/limited-call.ts';
import { generateVideo } from './generate-video.ts';

/** Handles the video endpoint for Gemini. The endpoint is enabled only if Gemini is the configured video vendor (docs/spec.md 5.1). */
export const handler = limitedCall({ endpoint: 'generateGeminiVideo', body: z.unknown() }, async ({ user, body, now }) => {
  if (requiredEnv('VIDEO_PROVIDER') !== 'gemini') throw new AppError('VideoRouteOff');
  const request = parse(generateGeminiVideoRequest, body);
  return { status: 202, body: await generateVideo(user, request, randomUUID(), now) };
});
