/**
 * Writes the prompt of an item of a large order, after its credits are held and before its result is made. The seller pays only for the
 * item, so this request has no daily limit of AI Write. It counts as vendor work for the item.
 */
import { isVendorFailure } from '#shared/admission/breaker.ts';
import { promptLane } from '#shared/admission/lanes.ts';
import { instructionFor, promptFrom } from '#shared/ai-write/instruction.ts';
import { AppError, type ErrorCode, errors } from '#shared/errors.ts';
import { type Mils, vendorPrices } from '#shared/vendor-prices.ts';
import type { PromptVendorName } from '#shared/vendors.ts';
import { countedRequest } from '../batch/counted-request.ts';
import { needsPrompt } from '../batch/needs-prompt.ts';
import { runningItem } from '../batch/running-item.ts';
import { returnSlotIn } from '../batch/slots.ts';
import { repeatAfterOutage } from '../platform/outage.ts';
import type { ItemRef } from '../platform/task.ts';
import type { ImageItem, PromptData, VideoItem } from '../store/batch-rows.ts';
import { changeItem } from '../store/batches.ts';
import { clearVendorFailures, countVendorFailure } from '../store/installation.ts';
import { readObject } from '../store/objects.ts';
import type { PromptVendor } from '../vendors/prompt-port.ts';
import { promptPhoto } from './prompt-photo.ts';

/** Maximum number of paid requests for the prompt of one item. */
export const promptAttemptsMax = 2;

/** The seller can change the photo or the direction after one of these errors, so the item ends with this error, not with AiWriteFailed. */
const refusals: readonly ErrorCode[] = ['VendorRefused', 'VendorRejectedInput'];

/**
 * Sends at most one request, and stores the written prompt. Does nothing if the prompt is stored.
 * @throws AppError Cancelled; DailyWorkLimit; ImageUnreadable; VendorRefused or VendorRejectedInput; AiWriteFailed after the last request;
 * after the first request, also VendorMalformedAnswer or an error of class 'vendor-busy', because another request may succeed.
 */
export async function writeItemPrompt(
  ref: ItemRef,
  { name, vendor }: { name: PromptVendorName; vendor: PromptVendor },
  now: Date,
): Promise<void> {
  const item = await runningItem(ref, 'video', 'image');
  if (!item.aiWrite || !needsPrompt(item)) return returnPromptSlot(ref, name, now);
  if (!item.photoKey) throw new AppError('ImageUnreadable');
  const photo = await promptPhoto(await readObject(item.photoKey));
  const instruction = itemInstruction(item, item.aiWrite);
  const requestOptions = {
    mils: vendorPrices.prompt,
    now,
    attemptsMax: promptAttemptsMax,
    counter: 'promptAttempts',
    resultField: 'isPromptWritten',
    exhausted: 'AiWriteFailed',
  } as const;
  const isLastAttempt = (item.promptAttempts ?? 0) + 1 >= promptAttemptsMax;
  const outcome = await countedRequest(ref, requestOptions, () =>
    write().catch(async (error) => {
      if (error instanceof AppError && isVendorFailure(error.code)) await countVendorFailure(promptLane(name), now);
      throw refusals.includes(error.code) || (isRetried(error) && !isLastAttempt) ? error : new AppError('AiWriteFailed', { cause: error });
    }),
  );
  if (!outcome) return;
  // Without this repetition, an outage would cause a second paid request.
  const changedItem = await repeatAfterOutage(() =>
    changeItem(ref, { set: { prompt: outcome.value, isPromptWritten: true }, ifAbsent: ['isPromptWritten', 'cancelRequestedAt'] }),
  );
  if (!changedItem) await runningItem(ref, 'video', 'image');
  await clearVendorFailures(promptLane(name));
  await returnPromptSlot(ref, name, now, { isCompleted: true, billedMils: changedItem?.vendorMils });

  async function write(): Promise<string> {
    const prompt = promptFrom(await vendor.write({ photo, instruction }));
    if (!prompt) throw new AppError('VendorMalformedAnswer');
    return prompt;
  }
}

/** Returns whether another request may succeed after this error. */
const isRetried = (error: unknown): boolean =>
  error instanceof AppError && (errors[error.code].retry === 'vendor-busy' || error.code === 'VendorMalformedAnswer');

function itemInstruction(item: VideoItem | ImageItem, { direction, language, options }: PromptData): string {
  const { kind, aspectRatio, title, sku } = item;
  const { duration, generateAudio } =
    item.kind === 'video' ? { duration: item.durationSeconds, generateAudio: item.generateAudio } : { duration: 0, generateAudio: false };
  return instructionFor({ kind, aspectRatio, duration, generateAudio, language }, { direction, title, sku, options });
}

/** Returns the slot, because the next request of the item waits in another lane. */
const returnPromptSlot = (
  { userId, batchId, index }: ItemRef,
  name: PromptVendorName,
  now: Date,
  options?: { isCompleted: true; billedMils: Mils | undefined },
): Promise<void> => returnSlotIn({ lane: promptLane(name), userId, batchId, index }, now, options);
