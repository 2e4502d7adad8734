import { editedFileName } from '#shared/photo-edit/file-name.ts';
import type { ShownEdit } from './store/core.ts';

/** Returns the file name of a saved result. The server uses the same name. */
export const fileNameOf = ({ title, format = 'png', completedAt }: Pick<ShownEdit, 'title' | 'format' | 'completedAt'>): string =>
  editedFileName(title, format, new Date(completedAt ?? 0));
