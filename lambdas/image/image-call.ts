import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { GenerateImageRequest } from '#shared/image/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { generateImage } from './generate-image.ts';

/** Creates the handler of a call that orders one image. It responds 202 if the image is not done yet. */
export const imageCall = (
  endpoint: 'generateGeminiImage' | 'generateOpenaiImage' | 'generatePipelineImage',
  body: z.ZodType<GenerateImageRequest>,
) =>
  limitedCall({ endpoint, body }, async ({ user, body: request, now }) => {
    const answer = await generateImage(user, request, randomUUID(), now);
    return { status: answer.success ? 200 : 202, body: answer };
  });
