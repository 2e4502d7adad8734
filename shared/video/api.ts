/** The order of one video. A video always has eight seconds, and the seller pays for eight seconds (docs/spec.md 5.2). */
import * as z from 'zod';
import { itemRequest, promptText } from '../batch/item-request.ts';
import { type Resolution, videoModel, videoModels } from '../catalogue.ts';
import type { ErrorCode } from '../errors.ts';
import { isRatio } from './ratio.ts';

const modelIds = videoModels.map((model) => model.id) as ['veo3', 'veo3-fast'];

export const videoItemRequest = itemRequest
  .extend({
    prompt: promptText.refine((text) => text !== '', { error: 'PromptRequired' }),
    duration: z.literal(8, { error: 'DurationUnsupported' }),
    resolution: z.enum(['720p', '1080p'], { error: 'ResolutionUnsupported' }),
    generateAudio: z.boolean(),
    model: z.enum(modelIds, { error: 'UnknownModel' }),
  })
  .superRefine((item, ctx) => {
    const refusal = findUnsupportedField(item);
    if (refusal) ctx.addIssue({ code: 'custom', path: [refusal.field], message: refusal.code });
  });

type Offer = { model: string; aspectRatio: string; resolution: Resolution };

/** Returns the first field that the model does not support, with its error code. Returns undefined if the order is valid. */
export function findUnsupportedField({ model, aspectRatio, resolution }: Offer): { field: keyof Offer; code: ErrorCode } | undefined {
  const specs = videoModel(model)?.specs;
  if (!specs) return { field: 'model', code: 'UnknownModel' };
  if (!specs.aspectRatios.includes(aspectRatio) && !(specs.anyRatio && isRatio(aspectRatio)))
    return { field: 'aspectRatio', code: 'RatioUnsupported' };
  if (!specs.supportedResolutions.includes(resolution)) return { field: 'resolution', code: 'ResolutionUnsupported' };
  return undefined;
}
