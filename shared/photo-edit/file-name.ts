import { timestampOf } from '../batch/file-name.ts';

/** photo_{timestamp} with the ending of what it is. */
export const photoEditFileName = (format: 'png' | 'jpeg' | 'webp', completedAt: Date): string =>
  `photo_${timestampOf(completedAt)}.${format === 'jpeg' ? 'jpg' : format}`;
