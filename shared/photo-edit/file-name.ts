import { timestampOf } from '../batch/file-name.ts';

/** Returns photo_{timestamp} with the extension of the format. */
export const photoEditFileName = (format: 'png' | 'jpeg' | 'webp', completedAt: Date): string =>
  `photo_${timestampOf(completedAt)}.${format === 'jpeg' ? 'jpg' : format}`;
