import { previewOf } from '#web/lib/drafts/files.ts';
import type { Card } from '../cards.ts';

/** Returns the URL of the original file. The small copy of a large photo would look blurred in the large preview. */
export const sharpSrcOf = ({ src, file }: NonNullable<Card['photo']>): string => (file ? previewOf(file, undefined) : src);
