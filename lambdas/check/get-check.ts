/** Starts a check and reads its result. */
import * as z from 'zod';
import type { CheckResponse } from '#shared/check/api.ts';
import { AppError } from '#shared/errors.ts';
import { startFileCheck } from '../batch/executions.ts';
import { hasCheckFile, readReport } from '../store/checks.ts';

export const checkPath = z.object({ checkId: z.uuid({ error: 'NotFound' }) });
export type CheckId = z.infer<typeof checkPath>;

/**
 * Starts the check. A second start has no effect.
 * @throws AppError NotFound if no file was uploaded.
 */
export async function startCheck({ checkId }: CheckId): Promise<CheckResponse> {
  const response = await getCheck({ checkId });
  if (response.status === 'waiting') await startFileCheck(checkId);
  return response;
}

/** @throws AppError NotFound, also for an expired check. */
export async function getCheck({ checkId }: CheckId): Promise<CheckResponse> {
  const readResponse = async (): Promise<CheckResponse | undefined> => {
    const report = await readReport(checkId);
    return report && { status: 'ready', report };
  };
  const ready = await readResponse();
  if (ready) return ready;
  if (await hasCheckFile(checkId)) return { status: 'waiting' };
  // The check may have written its report and deleted its file between the two reads.
  const lateResponse = await readResponse();
  if (!lateResponse) throw new AppError('NotFound');
  return lateResponse;
}
