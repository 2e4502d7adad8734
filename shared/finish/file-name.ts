/** File names of files for marketplaces. */
import { plainTitle } from '../batch/file-name.ts';

/** Returns for example `red-shoe_shopee-listing-video.mp4`, which is safe for every file system. */
export const finishedFileName = (title: string, placement: string, extension: string): string =>
  `${plainTitle(title) || 'file'}_${placement.replace('.', '-')}.${extension}`;
