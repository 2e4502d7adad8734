import type { BatchItem } from '#shared/batch/api.ts';
import type { HistoryResponse } from '#shared/history/api.ts';

/** Returns the URL of a result and the parts of its file name, for a download. The download URL of an item already contains this name. */
export const savedFileOf = (result: HistoryResponse['results'][number], item: BatchItem | undefined) => ({
  title: result.image_title,
  sku: result.sku,
  completedAt: result.completed_at,
  downloadUrl: item?.downloadUrl ?? result.video_url ?? result.image_url,
});
