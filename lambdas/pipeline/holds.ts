import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { errors } from '#shared/errors.ts';
import type { Run } from '../store/pipeline-runs.ts';

/** Whether a run can hold another image. Each that fails uses one up, and everything has an end: so do continued runs. */
export const canHoldMore = ({ holds }: Pick<Run, 'holds'>): boolean => holds < itemsPerBatchMax;

/** Whether there is a point in going on: not where a picture could not be taken in, for it will not be another one. */
export const isResumable = (run: Run): boolean =>
  run.status === 'paused' &&
  canHoldMore(run) &&
  !(run.pictures === undefined && run.error !== undefined && errors[run.error.code].status === 400);
