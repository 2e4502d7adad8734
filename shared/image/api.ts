/** One image to be made (SPEC 3 'Image card'; checklist J13). */
import * as z from 'zod';
import { itemRequest, promptText } from '../batch/item-request.ts';
import { imageModel, imageModels } from '../catalogue.ts';

const modelIds = imageModels.map((model) => model.id) as ['gemini-2.5-flash-image', 'GPT-Image-1'];

export const imageItemRequest = itemRequest
  .extend({
    /** May be empty: then the default text is asked for (Q35). */
    prompt: promptText,
    model: z.enum(modelIds, { error: 'UnknownModel' }),
    outputFormat: z.literal('jpeg'),
    numImages: z.literal(1),
  })
  .superRefine(({ model, aspectRatio }, ctx) => {
    if (!imageModel(model)?.aspectRatios.includes(aspectRatio))
      ctx.addIssue({ code: 'custom', path: ['aspectRatio'], message: 'RatioUnsupported' });
  });
