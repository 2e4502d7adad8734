/** The order of one image (docs/spec.md 8.2). */
import * as z from 'zod';
import { itemRequest, promptText } from '../batch/item-request.ts';
import { imageModel, imageModels } from '../catalogue.ts';

const modelIds = imageModels.map((model) => model.id) as ['gemini-2.5-flash-image', 'GPT-Image-1'];

export const imageItemRequest = itemRequest
  .extend({
    /** If empty, the vendor gets the default prompt (docs/spec.md 8.2). */
    prompt: promptText,
    model: z.enum(modelIds, { error: 'UnknownModel' }),
    outputFormat: z.literal('jpeg'),
    numImages: z.literal(1),
  })
  .superRefine(({ model, aspectRatio }, ctx) => {
    if (!imageModel(model)?.aspectRatios.includes(aspectRatio))
      ctx.addIssue({ code: 'custom', path: ['aspectRatio'], message: 'RatioUnsupported' });
  });
