/** The tool 'Batch Image to Video'. */
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { paths } from '#web/app/paths.ts';
import { createBatchTool } from '#web/features/batch/store/batch-tool.ts';
import { createAiWriteActions } from '#web/features/batch/store/writing.ts';
import { type CardsState, promptSettingsOf, videoCards } from './cards.ts';
import { videoOrderRules } from './run.ts';

export const batchVideo = createBatchTool<CardsState, VideoBatchItem>({
  tool: 'batch-video',
  path: paths.batchVideo,
  start: videoCards.startState,
  reduce: videoCards.changeCards,
  orderRules: videoOrderRules,
});
export const batchVideoAiWrite = createAiWriteActions(batchVideo.core, { signIn: batchVideo.signInFirst, settingsOf: promptSettingsOf });
