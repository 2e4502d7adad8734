import type { BatchItem } from '#shared/batch/api.ts';
import type { HistoryResponse } from '#shared/history/api.ts';

/** Returns the address and the parts of the file name of a result. The download address of an item already contains this file name. */
export const savedFileOf = (result: HistoryResponse['results'][number], item: BatchItem | undefined) => ({
  title: result.image_title,
  completedAt: result.completed_at,
  downloadUrl: item?.downloadUrl ?? result.video_url ?? result.image_url,
});
