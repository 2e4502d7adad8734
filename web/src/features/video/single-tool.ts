/** The tool Single Image to Video. */
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { paths } from '#web/app/paths.ts';
import { createBatchTool } from '#web/features/batch/store/batch-tool.ts';
import { createAiWriteActions } from '#web/features/batch/store/writing.ts';
import { promptSettingsOf } from './cards.ts';
import { videoOrderRules } from './run.ts';
import { changeSingle, type SingleChange, type SingleState, startSingle } from './single.ts';

export const singleVideo = createBatchTool<SingleState, VideoBatchItem, SingleChange>({
  tool: 'single-video',
  path: paths.singleVideo,
  start: (_, orderId) => startSingle(orderId),
  reduce: changeSingle,
  orderRules: videoOrderRules,
});
export const singleVideoAiWrite = createAiWriteActions(singleVideo.core, { signIn: singleVideo.signInFirst, settingsOf: promptSettingsOf });
