/** The folders of the media bucket. In each, what is a seller's lies below the seller's id: so all of it is found when an account is deleted. */
export const mediaFolders = ['uploads', 'ingested', 'frames', 'originals', 'results', 'exports'] as const;
export type MediaFolder = (typeof mediaFolders)[number];

export const folderOf = (folder: MediaFolder, userId: string): string => `${folder}/${userId}/`;
