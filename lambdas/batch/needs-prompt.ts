import type { ImageItem, VideoItem } from '../store/batch-rows.ts';

/** Returns whether AI Write must still write the prompt of an item. */
export const needsPrompt = ({ aiWrite, isPromptWritten }: Pick<VideoItem | ImageItem, 'aiWrite' | 'isPromptWritten'>): boolean =>
  aiWrite !== undefined && !isPromptWritten;
