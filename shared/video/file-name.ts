import { plainTitle, timestampOf } from '../batch/file-name.ts';

/** video_{title}_{timestamp}.mp4 (SPEC 9, timing and concurrency; checklist U2), safe for every file system. */
export const videoFileName = (title: string, completedAt: Date): string =>
  `video_${plainTitle(title) || 'clip'}_${timestampOf(completedAt)}.mp4`;
