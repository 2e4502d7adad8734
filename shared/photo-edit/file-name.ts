import { plainTitle, timestampOf } from '../batch/file-name.ts';

type Format = 'png' | 'jpeg' | 'webp';

const extensionOf = (format: Format): string => (format === 'jpeg' ? 'jpg' : format);

/** Returns photo_{timestamp} with the extension of the format. */
export const photoEditFileName = (format: Format, completedAt: Date): string => `photo_${timestampOf(completedAt)}.${extensionOf(format)}`;

/** Returns photo_{title}_{timestamp} with the extension of the format: the name of one of many edits. */
export const editedFileName = (title: string, format: Format, completedAt: Date): string =>
  `photo_${plainTitle(title) || 'photo'}_${timestampOf(completedAt)}.${extensionOf(format)}`;
