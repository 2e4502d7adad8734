import type { VideoBatchItem } from '#shared/batch/api.ts';
import { type CardsState, videoCards } from '#web/features/video/cards.ts';
import { videoOrderRules } from '#web/features/video/run.ts';
import { createBatchTool } from './batch-tool.ts';

/** Creates the store and the actions of the page Batch Image to Video. */
export const createVideoTool = () =>
  createBatchTool<CardsState, VideoBatchItem>({
    tool: 'batch-video',
    path: '/batch-image-to-video',
    start: videoCards.startState,
    reduce: videoCards.changeCards,
    orderRules: videoOrderRules,
  });
