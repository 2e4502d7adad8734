/**
 * Writes the prompt of a video from its photo. The call is free, but has a daily limit. Vendor errors are not shown to the caller
 * (docs/spec.md 11).
 */

import type { GeneratePromptRequest, GeneratePromptResponse } from '#shared/ai-write/api.ts';
import { instructionFor, promptFrom } from '#shared/ai-write/instruction.ts';
import { AppError } from '#shared/errors.ts';
import type { Deadline } from '../platform/deadline.ts';
import { decodeInlineImage } from '../platform/inline-image.ts';
import { failAs } from '../platform/outage.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { readOwnPicture } from '../store/own-media.ts';
import type { User } from '../store/users.ts';
import type { PromptVendor } from '../vendors/prompt-port.ts';
import { promptPhoto } from './prompt-photo.ts';

/** Minimum time that must remain for the vendor after the picture is scaled. A vendor needs at least some seconds. */
const vendorMsMin = 8_000;

/**
 * Counts the use before it decodes the picture, because a malicious picture can make the decoding expensive.
 * @throws AppError DailyLimit; the errors of a refused picture; AiWriteFailed for any vendor error, with our code in `details.reason`.
 */
export async function writePrompt(
  user: User,
  request: GeneratePromptRequest,
  vendor: PromptVendor,
  now: Date,
  deadline: Deadline,
): Promise<GeneratePromptResponse> {
  const instruction = instructionFor(request);
  const prompt = await withinDailyLimit(user, 'aiWrite', now, async (runBillableRequest) => {
    const { bytes, ...rules } = await pictureOf(user.userId, request);
    const photo = await promptPhoto(bytes, { ...rules, decodeTimeoutMs: deadline.leftMs(vendorMsMin) });
    const timeoutMs = deadline.leftMs();
    const text = await runBillableRequest(() => vendor.write({ photo, instruction, timeoutMs })).catch(failAs('AiWriteFailed'));
    return promptFrom(text) || failAs('AiWriteFailed')(new AppError('VendorMalformedAnswer'));
  });
  return { success: true, prompt };
}

async function pictureOf(userId: string, { imageUrl, imageBase64 = '' }: GeneratePromptRequest): ReturnType<typeof readOwnPicture> {
  return imageUrl ? readOwnPicture(userId, imageUrl) : { bytes: decodeInlineImage(imageBase64).bytes };
}
