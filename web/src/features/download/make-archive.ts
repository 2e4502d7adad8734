/** Results packed by the server: more of them than a page should hold (Q77). */
import { type DownloadResponse, downloadResponse } from '#shared/download/api.ts';
import { ApiError, callApi } from '#web/lib/api.ts';
import { insist, waitForNetwork } from '#web/lib/patience.ts';

/** Seconds are nothing beside what an archive takes to be saved. */
const lookEveryMs = 1_500;

type Options = { signal: AbortSignal; onProgress(done: number): void };

/**
 * Has the files at these addresses, all of them results of the seller's, packed; answers once they are.
 * @throws ApiError DownloadTooLarge; GenerationFailed where the archive could not be made; the signal's reason.
 */
export async function makeArchive(results: readonly string[], { signal, onProgress }: Options): Promise<{ url: string; fileName: string }> {
  const request = { downloadId: crypto.randomUUID(), results };
  let archive = await insist(() => callApi('createDownload', { body: request, schema: downloadResponse, signal }));
  while (archive.status === 'making') {
    onProgress(archive.done);
    await waitForNetwork(lookEveryMs, signal);
    archive = await look(archive, signal);
  }
  if (archive.status === 'failed' || !archive.url) throw new ApiError('GenerationFailed');
  return { url: archive.url, fileName: archive.fileName };
}

/** A network that does not carry just then is no failure of the archive. */
async function look(archive: DownloadResponse, signal: AbortSignal): Promise<DownloadResponse> {
  const { downloadId } = archive;
  try {
    return await callApi('getDownload', { parameters: { downloadId }, schema: downloadResponse, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'Unreachable') return archive;
    throw error;
  }
}
