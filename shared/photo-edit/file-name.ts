import { plainTitle, timestampOf } from '../batch/file-name.ts';

type Format = 'png' | 'jpeg' | 'webp';

const extensionOf = (format: Format): string => (format === 'jpeg' ? 'jpg' : format);

/** Returns photo_{timestamp} with the extension of the format, for a single edit. */
export const photoEditFileName = (format: Format, completedAt: Date): string => `photo_${timestampOf(completedAt)}.${extensionOf(format)}`;

/** Returns photo_{title}_{timestamp} with the extension of the format, for one edit of a batch. */
export const editedFileName = (title: string, format: Format, completedAt: Date): string =>
  `photo_${plainTitle(title) || 'photo'}_${timestampOf(completedAt)}.${extensionOf(format)}`;
