import { plainTitle, timestampOf } from '../batch/file-name.ts';

/** image_{title}_{timestamp}.jpg, as videos are named (SPEC 9, timing and concurrency), safe for every file system. */
export const imageFileName = (title: string, completedAt: Date): string =>
  `image_${plainTitle(title) || 'image'}_${timestampOf(completedAt)}.jpg`;
