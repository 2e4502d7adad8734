/**
 * The folders of the media bucket. In each folder, the files are below the id of their seller, so that the deletion of an account can find
 * these files.
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
] as const;
/** Files of visitors that wait for a check. They belong to no seller, and they are deleted after an hour at the latest. */
export const checkFolder = 'checks';

export type MediaFolder = (typeof mediaFolders)[number] | typeof checkFolder;

/** Folders with files that a caller may use as input: uploads, and all files whose address a call returns. */
export const inputFolders = ['uploads', 'ingested', 'iterations', 'results'] as const satisfies readonly MediaFolder[];

/**
 * Folders to whose files the API returns links. The frames and originals are for vendors, for the crop and for files for marketplaces only.
 */
export const linkedFolders = [...inputFolders, 'exports', 'archives', 'finished'] as const satisfies readonly MediaFolder[];

export const folderOf = (folder: MediaFolder, userId: string): string => `${folder}/${userId}/`;
