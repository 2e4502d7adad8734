/** POST /api/uploads: returns a permission to send one file directly to storage (docs/spec.md 17.5). */
import * as z from 'zod';
import { imageBytesMax, imageTypes, pipelineImageBytesMax, pipelineImageTypes } from './image-file.ts';

/** Folders of before/after runs (docs/spec.md 17.5). */
const pipelineFolders = ['pipeline/references', 'pipeline/input', 'pipeline/iterations', 'pipeline/analysis'] as const;

const commonFields = { fileName: z.string().min(1).max(255) };
const sizeBytes = z.int().min(1, { error: 'ImageUnreadable' });

/** The folder decides which files are accepted. The video tool and the image tool use 'temp-images'. */
export const createUploadRequest = z.discriminatedUnion('folder', [
  z.object({
    ...commonFields,
    folder: z.literal('temp-images'),
    contentType: z.enum(Object.keys(imageTypes) as [keyof typeof imageTypes], { error: 'ImageTypeUnsupported' }),
    sizeBytes: sizeBytes.max(imageBytesMax, { error: 'ImageTooLarge' }),
  }),
  z.object({
    ...commonFields,
    folder: z.enum(pipelineFolders),
    contentType: z.enum(pipelineImageTypes, { error: 'PipelineImageTypeUnsupported' }),
    sizeBytes: sizeBytes.max(pipelineImageBytesMax, { error: 'PipelineImageTooLarge' }),
  }),
]);
export type CreateUploadRequest = z.infer<typeof createUploadRequest>;

export const createUploadResponse = z.object({
  /** Identifies the upload in later calls. */
  key: z.string(),
  /** Send a multipart/form-data request to this URL. First send `fields`. Send the file as the last field with the name `file`. */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type CreateUploadResponse = z.infer<typeof createUploadResponse>;

/**
 * GET /api/cloudinary/config: the image host that receives uploads instead of our storage (docs/spec.md 4.6). If no host is
 * configured, both names are empty, and the page uses POST /api/uploads.
 */
export const uploadConfigResponse = z.object({
  cloudName: z.string(),
  uploadPreset: z.string(),
  /** URL for the upload form. Present if a host is configured. */
  uploadUrl: z.string().optional(),
});
export type UploadConfigResponse = z.infer<typeof uploadConfigResponse>;

/** Fields that we read from the image host's response to an upload. */
export const hostedUpload = z.object({ secure_url: z.string(), public_id: z.string() });

/**
 * POST /api/uploads/adopt: imports a file from the image host as an upload of the caller. The file must be in the folder `folder` of the
 * image host. The server copies the file immediately and never reads it from the host again (docs/spec.md 4.6, 4.8).
 */
export const adoptUploadRequest = z.object({
  /** `secure_url` from the response of the image host. */
  secureUrl: z.string().min(1).max(1000),
  folder: z.enum(['temp-images', ...pipelineFolders]),
});
export type AdoptUploadRequest = z.infer<typeof adoptUploadRequest>;
export const adoptUploadResponse = z.object({ key: z.string() });
export type AdoptUploadResponse = z.infer<typeof adoptUploadResponse>;
