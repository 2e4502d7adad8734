/**
 * The folders of the media bucket. Each folder contains one folder per seller id, so that the deletion of an account can find all files of
 * the seller.
 */
export const mediaFolders = [
  'uploads',
  'ingested',
  'frames',
  'originals',
  'iterations',
  'results',
  'exports',
  'archives',
  'finished',
  'settings',
  'orders',
  'product-photos',
] as const;
/** Files that visitors have uploaded for a check. They belong to no seller. They are deleted after at most an hour. */
export const checkFolder = 'checks';

export type MediaFolder = (typeof mediaFolders)[number] | typeof checkFolder;

/** Folders with files that a caller may use as input: uploads, photos of products, and all files whose URL a call returns. */
export const inputFolders = ['uploads', 'ingested', 'iterations', 'results', 'product-photos'] as const satisfies readonly MediaFolder[];

/**
 * Folders with files to which the API returns links. The frames and the originals have no links, because only vendors, the crop and the
 * files for marketplaces use them.
 */
export const linkedFolders = [...inputFolders, 'exports', 'archives', 'finished'] as const satisfies readonly MediaFolder[];

export const folderOf = (folder: MediaFolder, userId: string): string => `${folder}/${userId}/`;
