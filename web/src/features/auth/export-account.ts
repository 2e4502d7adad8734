/**
 * POST /api/account/export, and the progress of the export. The export is a file with all data of the account, and the seller gets a link
 * to it (docs/spec.md 3.7).
 */
import { type ExportResponse, exportResponse } from '#shared/auth/api.ts';
import { ApiError, callApi } from '#web/lib/api.ts';
import { retryCall, waitForNetwork } from '#web/lib/retry-call.ts';

const pollMs = 1_500;

type Options = { signal: AbortSignal; onProgress(percent: number): void };

/**
 * Starts an export and waits until its file is ready.
 * @throws ApiError TooManyRequests, DailyLimit; GenerationFailed if the file could not be made; the signal's reason.
 */
export async function exportAccount({ signal, onProgress }: Options): Promise<{ url: string; fileName: string }> {
  const body = { exportId: crypto.randomUUID() };
  let job = await retryCall(() => callApi('startExport', { body, schema: exportResponse, signal }));
  while (job.status === 'making') {
    onProgress(job.percent);
    await waitForNetwork(pollMs, signal);
    job = await readProgress(job, signal);
  }
  if (job.status === 'failed' || !job.url) throw new ApiError('GenerationFailed');
  return { url: job.url, fileName: job.fileName };
}

/** Reads the state of the export. If the connection fails, returns the last known state, because the export continues on the server. */
async function readProgress(job: ExportResponse, signal: AbortSignal): Promise<ExportResponse> {
  try {
    return await callApi('getExport', { parameters: { exportId: job.exportId }, schema: exportResponse, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'Unreachable') return job;
    throw error;
  }
}
