/** Starts the export of an account. A state machine makes the file, because a large account needs more time than a call has. */
import type { ExportResponse } from '#shared/auth/api.ts';
import { AppError } from '#shared/errors.ts';
import { startExportMachine } from '../batch/executions.ts';
import { type Export, type ExportName, exportKey, readExport, writeExport } from '../store/exports.ts';
import { signedUrl } from '../store/media.ts';

/** A repeated id returns the same export. */
export async function startExport(name: ExportName, now: Date): Promise<ExportResponse> {
  const known = await readExport(name);
  if (known && known.status !== 'making') return toResponse(known, now);
  if (known) {
    // The earlier call may have crashed between the record and the start.
    await startExportMachine(name);
    return toResponse(known, now);
  }
  const job: Export = { ...name, status: 'making', percent: 0, fileName: `vitrine-export-${now.toISOString().slice(0, 10)}.json` };
  await writeExport(job);
  await startExportMachine(name);
  return toResponse(job, now);
}

/** Returns the status of an export. @throws AppError DownloadNotFound, also for another user's export or an expired one. */
export async function getExport(name: ExportName, now: Date): Promise<ExportResponse> {
  const job = await readExport(name);
  if (!job) throw new AppError('DownloadNotFound');
  return toResponse(job, now);
}

const toResponse = async ({ userId, exportId, status, percent, fileName }: Export, now: Date): Promise<ExportResponse> => ({
  exportId,
  status,
  percent,
  fileName,
  ...(status === 'ready' && { url: await signedUrl(exportKey({ userId, exportId }), now, fileName) }),
});
