import type { VideoBatchItem } from '#shared/batch/api.ts';
import type { ItemStatus } from '#shared/batch/batch.ts';

/** Returns a video item that costs 2 dollars, in the form of an API response. */
export const videoItem = (itemId: string, status: ItemStatus, change: Partial<VideoBatchItem> = {}): VideoBatchItem => ({
  itemId,
  title: 't',
  prompt: 'p',
  aspectRatio: '9:16',
  resolution: '1080p',
  generateAudio: false,
  model: 'veo3',
  status,
  retryCount: 0,
  cost: 2,
  charged: status === 'completed' ? 2 : 0,
  ...change,
});
