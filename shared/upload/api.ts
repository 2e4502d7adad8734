/** POST /api/uploads: leave to send one file straight to storage (DESIGN 6; SPEC 7 'POST to the image host'). */
import * as z from 'zod';
import { imageBytesMax, imageTypes, pipelineImageBytesMax, pipelineImageTypes } from './image-file.ts';

/** SPEC's folders of the pipeline (checklist X9). */
const pipelineFolders = ['pipeline/references', 'pipeline/input', 'pipeline/iterations', 'pipeline/analysis'] as const;

const common = { fileName: z.string().min(1).max(255) };
const sizeBytes = z.int().min(1, { error: 'ImageUnreadable' });

/** The folder says where an upload belongs, and what it may be: 'temp-images' is SPEC's for the video and image tools. */
export const createUploadRequest = z.discriminatedUnion('folder', [
  z.object({
    ...common,
    folder: z.literal('temp-images'),
    contentType: z.enum(Object.keys(imageTypes) as [keyof typeof imageTypes], { error: 'ImageTypeUnsupported' }),
    sizeBytes: sizeBytes.max(imageBytesMax, { error: 'ImageTooLarge' }),
  }),
  z.object({
    ...common,
    folder: z.enum(pipelineFolders),
    contentType: z.enum(pipelineImageTypes, { error: 'PipelineImageTypeUnsupported' }),
    sizeBytes: sizeBytes.max(pipelineImageBytesMax, { error: 'PipelineImageTooLarge' }),
  }),
]);
export type CreateUploadRequest = z.infer<typeof createUploadRequest>;

export const createUploadResponse = z.object({
  /** Names the upload in later calls. */
  key: z.string(),
  /** Post `fields`, then the file as the last field `file`, as multipart/form-data to this address. */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type CreateUploadResponse = z.infer<typeof createUploadResponse>;

/**
 * GET /api/cloudinary/config: an image host that takes uploads in place of our own storage (checklist X8; Q64). Both are empty where
 * none is configured: then POST /api/uploads is the way.
 */
export const uploadConfigResponse = z.object({
  cloudName: z.string(),
  uploadPreset: z.string(),
  /** Where the form is posted, where a host is configured. */
  uploadUrl: z.string().optional(),
});
export type UploadConfigResponse = z.infer<typeof uploadConfigResponse>;

/** What we read of the image host's answer to an upload. */
export const hostedUpload = z.object({ secure_url: z.string(), public_id: z.string() });

/**
 * POST /api/uploads/adopt: takes over what the image host was sent, as an upload of the caller's. The host's own address and folder
 * only; the file is copied at once, and nothing reads it there again (Q43, Q64).
 */
export const adoptUploadRequest = z.object({
  /** As the image host answered it. */
  secureUrl: z.string().min(1).max(1000),
  folder: z.enum(['temp-images', ...pipelineFolders]),
});
export type AdoptUploadRequest = z.infer<typeof adoptUploadRequest>;
export const adoptUploadResponse = z.object({ key: z.string() });
export type AdoptUploadResponse = z.infer<typeof adoptUploadResponse>;
