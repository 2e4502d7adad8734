/** POST /api/uploads: leave to send one file straight to storage (DESIGN 6; SPEC 7 'POST to the image host'). */
import * as z from 'zod';
import { imageBytesMax, imageTypes } from './image-file.ts';

/** Where an upload belongs; 'temp-images' is SPEC's folder for the video and image tools. */
export const uploadFolders = ['temp-images'] as const;

export const createUploadRequest = z.object({
  fileName: z.string().min(1).max(255),
  contentType: z.enum(Object.keys(imageTypes) as [keyof typeof imageTypes], { error: 'ImageTypeUnsupported' }),
  sizeBytes: z.int().min(1, { error: 'ImageUnreadable' }).max(imageBytesMax, { error: 'ImageTooLarge' }),
  folder: z.enum(uploadFolders),
});
export type CreateUploadRequest = z.infer<typeof createUploadRequest>;

export const createUploadResponse = z.object({
  /** Names the upload in later calls. */
  key: z.string(),
  /** Post `fields`, then the file as the last field `file`, as multipart/form-data to this address. */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type CreateUploadResponse = z.infer<typeof createUploadResponse>;
