/** The two pages that make videos. Each keeps its own draft, uploads and runs, and shows no other's. */
import type { VideoBatchResponse } from '#shared/batch/api.ts';

export type VideoTool = 'batch' | 'single';

/**
 * The id of every item of the single page. A batch of one bears it, so that any device knows which page to show it on; cards of the
 * batch page have random ids.
 */
export const singleItemId = 'single';

/** The page on which a batch was ordered. */
export const toolOf = ({ items }: Pick<VideoBatchResponse, 'items'>): VideoTool =>
  items.length === 1 && items[0]?.itemId === singleItemId ? 'single' : 'batch';
