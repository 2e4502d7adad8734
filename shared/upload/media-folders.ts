/** The folders of the media bucket. In each, what is a seller's lies below the seller's id: so all of it is found when an account is deleted. */
export const mediaFolders = ['uploads', 'ingested', 'frames', 'originals', 'iterations', 'results', 'exports', 'archives'] as const;
export type MediaFolder = (typeof mediaFolders)[number];

/** The folders whose files a caller may name as input: uploads, and everything that a call returns an address of. */
export const namedFolders = ['uploads', 'ingested', 'iterations', 'results'] as const satisfies readonly MediaFolder[];

export const folderOf = (folder: MediaFolder, userId: string): string => `${folder}/${userId}/`;
