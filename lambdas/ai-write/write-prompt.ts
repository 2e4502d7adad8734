/** Writes a video's prompt from its photo: free within a daily limit, and whatever the vendor says stays with us (Q11, Q42, Q43). */
import type { GeneratePromptRequest, GeneratePromptResponse } from '#shared/ai-write/api.ts';
import { instructionFor, promptFrom } from '#shared/ai-write/instruction.ts';
import { AppError } from '#shared/errors.ts';
import { decodeInlineImage } from '../platform/inline-image.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { readOwnUpload } from '../store/own-media.ts';
import type { PromptVendor } from '../vendors/prompt-port.ts';
import { smallPicture } from './small-picture.ts';

/**
 * @throws AppError for a picture that cannot be taken, before anything is counted; DailyLimit; AiWriteFailed for whatever happens
 * at the vendor, with our own code of it in `details.reason`.
 */
export async function writePrompt(
  userId: string,
  request: GeneratePromptRequest,
  vendor: PromptVendor,
  now: Date,
): Promise<GeneratePromptResponse> {
  const photo = { bytes: await smallPicture(await pictureOf(userId, request, now)), contentType: 'image/jpeg' };
  const instruction = instructionFor(request);
  const prompt = await withinDailyLimit(userId, 'aiWrite', now, async () => {
    const answer = await vendor.write({ photo, instruction }).catch(asFailure);
    return promptFrom(answer) || asFailure(new AppError('VendorMalformedAnswer'));
  });
  return { success: true, prompt };
}

async function pictureOf(userId: string, { imageUrl, imageBase64 = '' }: GeneratePromptRequest, now: Date): Promise<Buffer> {
  return imageUrl ? readOwnUpload(userId, imageUrl, now) : decodeInlineImage(imageBase64).bytes;
}

function asFailure(cause: unknown): never {
  throw new AppError('AiWriteFailed', { cause, details: { reason: cause instanceof AppError ? cause.code : 'InternalError' } });
}
