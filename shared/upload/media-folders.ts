/** The folders of the media bucket. Each file is below the id of its seller, so that a deletion of the account finds it. */
export const mediaFolders = ['uploads', 'ingested', 'frames', 'originals', 'iterations', 'results', 'exports', 'archives'] as const;
export type MediaFolder = (typeof mediaFolders)[number];

/** Folders with files that a caller may use as input: uploads, and all files whose address a call returns. */
export const namedFolders = ['uploads', 'ingested', 'iterations', 'results'] as const satisfies readonly MediaFolder[];

export const folderOf = (folder: MediaFolder, userId: string): string => `${folder}/${userId}/`;
