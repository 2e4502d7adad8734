import { plainTitle, timestampOf } from '../batch/file-name.ts';

/** Returns image_{title}_{timestamp}.jpg, which is safe for every file system (docs/spec.md 15). */
export const imageFileName = (title: string, completedAt: Date): string =>
  `image_${plainTitle(title) || 'image'}_${timestampOf(completedAt)}.jpg`;
