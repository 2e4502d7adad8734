import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { errors } from '#shared/errors.ts';
import type { Run } from '../store/pipeline-runs.ts';

/** Whether a run can hold another image. Failed images also count, so that a run that is continued repeatedly ends too. */
export const canHoldMore = ({ holds }: Pick<Run, 'holds'>): boolean => holds < itemsPerBatchMax;

/** Whether continuing makes sense. It does not if a picture was rejected, because the picture does not change. */
export const isResumable = (run: Run): boolean =>
  run.status === 'paused' &&
  canHoldMore(run) &&
  !(run.pictures === undefined && run.error !== undefined && errors[run.error.code].status === 400);
