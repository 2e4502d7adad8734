/**
 * Many results as one archive that the server packs, where they are more than a page should hold (checklist U3, U4; Q77). An archive is
 * made once, kept for a day, and costs nothing.
 */
import * as z from 'zod';

/** Two full batches. */
export const resultsPerDownloadMax = 200;
/** An archive in its plain form ends at 4 GiB, its own records included; larger ones cannot be opened everywhere. */
export const downloadBytesMax = 4 * 1024 ** 3 - 16 * 1024 ** 2;
/** A signed address is about 1,500 characters long. */
const addressCharactersMax = 4096;

/** POST /api/downloads. `downloadId` is made by the client: the idempotency key of the call, scoped by user. */
export const createDownloadRequest = z.object({
  downloadId: z.uuid(),
  /** Keys or signed addresses of the caller's own results, of any of their batches. */
  results: z.array(z.string().min(1).max(addressCharactersMax)).min(1).max(resultsPerDownloadMax),
});
export type CreateDownloadRequest = z.infer<typeof createDownloadRequest>;

/** Both calls' answer: POST /api/downloads, 202, and GET /api/downloads/{downloadId}. */
export const downloadResponse = z.object({
  downloadId: z.string(),
  status: z.enum(['making', 'ready', 'failed']),
  /** How many files are in it so far, of how many. */
  done: z.int(),
  count: z.int(),
  fileName: z.string(),
  /** Where it is saved from, once it is ready. */
  url: z.string().optional(),
});
export type DownloadResponse = z.infer<typeof downloadResponse>;
