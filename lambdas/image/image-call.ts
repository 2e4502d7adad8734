import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { GenerateImageRequest } from '#shared/image/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { generateImage } from './generate-image.ts';

/** Creates the handler of a call that orders one image. The handler responds 202 if the image is not done yet. */
export const imageCall = (
  endpoint: 'generateGeminiImage' | 'generateOpenaiImage' | 'generatePipelineImage',
  body: z.ZodType<GenerateImageRequest>,
) =>
  limitedCall({ endpoint, body }, async ({ user, body: request, now }) => {
    const response = await generateImage(user, request, randomUUID(), now);
    return { status: response.success ? 200 : 202, body: response };
  });
