import type { BatchItem } from '#shared/batch/api.ts';
import type { HistoryResponse } from '#shared/history/api.ts';

/** Where a result is and the parts of the name it is saved under. The item's own address saves it under that name by itself. */
export const savedAs = (result: HistoryResponse['results'][number], item: BatchItem | undefined) => ({
  title: result.image_title,
  completedAt: result.completed_at,
  downloadUrl: item?.downloadUrl ?? result.video_url ?? result.image_url,
});
