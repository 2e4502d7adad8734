/** The tool 'Batch Image to Image'. */
import type { ImageBatchItem } from '#shared/batch/api.ts';
import { paths } from '#web/app/paths.ts';
import { createBatchTool } from '#web/features/batch/store/batch-tool.ts';
import { createAiWriteActions } from '#web/features/batch/store/writing.ts';
import { type CardsState, imageCards } from './cards.ts';
import { imageOrderRules } from './making.ts';

export const batchImage = createBatchTool<CardsState, ImageBatchItem>({
  tool: 'batch-image',
  path: paths.batchImage,
  start: imageCards.startState,
  reduce: imageCards.changeCards,
  orderRules: imageOrderRules,
});
export const batchImageAiWrite = createAiWriteActions(batchImage.core, {
  signIn: batchImage.signInFirst,
  settingsOf: ({ aspectRatio }) => ({ kind: 'image', aspectRatio, generateAudio: false }),
});
