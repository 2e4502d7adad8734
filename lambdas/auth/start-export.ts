/**
 * Starts the export of an account. A state machine makes the file, because the file of a large account needs more time than a call allows.
 */
import type { ExportResponse } from '#shared/auth/api.ts';
import { AppError } from '#shared/errors.ts';
import { startExportMachine } from '../batch/executions.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { type Export, type ExportId, exportKey, readExport, writeExport } from '../store/exports.ts';
import { signedUrl } from '../store/signed-urls.ts';
import type { User } from '../store/users.ts';

/**
 * A call with the same id returns the same export.
 * @throws AppError DailyLimit
 */
export async function startExport(user: User, exportId: string, now: Date): Promise<ExportResponse> {
  const ref: ExportId = { userId: user.userId, exportId };
  const existing = await readExport(ref);
  if (existing && existing.status !== 'making') return toResponse(existing, now);
  if (existing) {
    // The earlier call may have crashed between the write of the record and the start of the machine.
    await startExportMachine(ref);
    return toResponse(existing, now);
  }
  return withinDailyLimit(user, 'export', now, () => startNewExport(ref, now));
}

async function startNewExport(ref: ExportId, now: Date): Promise<ExportResponse> {
  const job: Export = { ...ref, status: 'making', percent: 0, fileName: `vitrine-export-${now.toISOString().slice(0, 10)}.json` };
  await writeExport(job);
  await startExportMachine(ref);
  return toResponse(job, now);
}

/**
 * Returns the status of an export.
 * @throws AppError DownloadNotFound, also for an expired export or for the export of another user.
 */
export async function getExport(ref: ExportId, now: Date): Promise<ExportResponse> {
  const job = await readExport(ref);
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
