import { plainTitle, timestampOf } from '../batch/file-name.ts';

/** Returns video_{title}_{timestamp}.mp4, which is safe for every file system (docs/spec.md 15). */
export const videoFileName = (title: string, completedAt: Date): string =>
  `video_${plainTitle(title) || 'clip'}_${timestampOf(completedAt)}.mp4`;
