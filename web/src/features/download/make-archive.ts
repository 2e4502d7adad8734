/** The server packs results that are too large for the browser (docs/spec.md 15). */
import { type DownloadResponse, downloadResponse } from '#shared/download/api.ts';
import { ApiError, callApi } from '#web/lib/api.ts';
import { retryCall, waitForNetwork } from '#web/lib/retry-call.ts';

/** Time between two reads of the progress. The packing takes long, so shorter intervals are not necessary. */
const pollMs = 1_500;

type Options = { signal: AbortSignal; onProgress(done: number): void };

/**
 * Makes the server pack the files at these addresses. The files must be results of the seller. Resolves when the archive is ready.
 * @throws ApiError DownloadTooLarge; GenerationFailed if the archive could not be made; the signal's reason.
 */
export async function makeArchive(results: readonly string[], { signal, onProgress }: Options): Promise<{ url: string; fileName: string }> {
  const request = { downloadId: crypto.randomUUID(), results };
  let archive = await retryCall(() => callApi('createDownload', { body: request, schema: downloadResponse, signal }));
  while (archive.status === 'making') {
    onProgress(archive.done);
    await waitForNetwork(pollMs, signal);
    archive = await readProgress(archive, signal);
  }
  if (archive.status === 'failed' || !archive.url) throw new ApiError('GenerationFailed');
  return { url: archive.url, fileName: archive.fileName };
}

/** Reads the state of the archive. If the connection fails, returns the last known state, because the server continues. */
async function readProgress(archive: DownloadResponse, signal: AbortSignal): Promise<DownloadResponse> {
  const { downloadId } = archive;
  try {
    return await callApi('getDownload', { parameters: { downloadId }, schema: downloadResponse, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'Unreachable') return archive;
    throw error;
  }
}
