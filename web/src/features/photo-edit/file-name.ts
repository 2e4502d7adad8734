import { editedFileName } from '#shared/photo-edit/file-name.ts';
import type { ShownEdit } from './store/core.ts';

/** The name of a saved result, the same as the server gives it. */
export const fileNameOf = ({ title, format = 'png', completedAt }: Pick<ShownEdit, 'title' | 'format' | 'completedAt'>): string =>
  editedFileName(title, format, new Date(completedAt ?? 0));
