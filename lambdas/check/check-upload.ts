/**
 * Checks one uploaded file and deletes it. This is the only function that decodes videos of visitors, so it can access only the folder of
 * checks (docs/decisions/037-check-files-in-isolation.md).
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#shared/errors.ts';
import { deleteCheckFile, downloadCheckFile } from '../store/check-files.ts';
import { readReport, writeReport } from '../store/checks.ts';
import { checkFile } from './check-file.ts';
import type { CheckId } from './get-check.ts';

/** After this time, the decoder stops, and the report contains only the properties that were measured. The function has 60 seconds. */
const decodeMsMax = 40_000;

export async function checkUpload({ checkId }: CheckId): Promise<void> {
  const path = join(tmpdir(), randomUUID());
  try {
    const upload = await downloadCheckFile(checkId, path);
    await writeReport(checkId, await checkFile(path, AbortSignal.timeout(decodeMsMax)));
    // The report is written first. If the function crashes before the deletion, a job deletes the file.
    await deleteCheckFile(checkId, upload);
  } catch (error) {
    // If the step is repeated, it finds the report but not the file.
    if (error instanceof AppError && error.code === 'UploadNotFound' && (await readReport(checkId))) return;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
