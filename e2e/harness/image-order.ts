import { randomUUID } from 'node:crypto';
import type { CreateImageBatchRequest } from '#shared/batch/api.ts';
import { imageDefaults } from '#shared/image/defaults.ts';

/** A batch of images as the page sends it, one for each prompt. */
export const imageRequest = (prompts: readonly string[], uploadKey: string, changes: object = {}): CreateImageBatchRequest => ({
  batchId: randomUUID(),
  kind: 'image',
  items: prompts.map((prompt, index) => ({
    ...imageDefaults,
    itemId: `card-${index}`,
    uploadKey,
    title: `Photo ${index + 1}.jpg`,
    prompt,
    ...changes,
  })),
});
