/**
 * Archives of results. The server makes an archive if the results do not fit into the memory of a page (docs/spec.md 15). The server makes
 * each archive once and stores it for a day. An archive is free.
 */
import * as z from 'zod';

/** Maximum number of results in an archive: the results of two full batches. */
export const resultsPerDownloadMax = 200;
/**
 * A plain ZIP file can have at most 4 GiB, and some programs cannot open larger files. The directory of the file needs 16 MiB of this size.
 */
export const downloadBytesMax = 4 * 1024 ** 3 - 16 * 1024 ** 2;
/** A signed address has about 350 characters, and more with a file name. */
const addressCharactersMax = 4096;

/** POST /api/downloads. The client creates `downloadId`. It is the idempotency key of the call, and each user has separate keys. */
export const createDownloadRequest = z.object({
  downloadId: z.uuid(),
  /** Keys or signed addresses of the caller's results, from any batches. */
  results: z.array(z.string().min(1).max(addressCharactersMax)).min(1).max(resultsPerDownloadMax),
});
export type CreateDownloadRequest = z.infer<typeof createDownloadRequest>;

/** Response of POST /api/downloads (202) and of GET /api/downloads/{downloadId}. */
export const downloadResponse = z.object({
  downloadId: z.string(),
  status: z.enum(['making', 'ready', 'failed']),
  /** Number of files packed so far, of `count` files. */
  done: z.int(),
  count: z.int(),
  fileName: z.string(),
  /** URL for the download. Present when the archive is ready. */
  url: z.string().optional(),
});
export type DownloadResponse = z.infer<typeof downloadResponse>;
