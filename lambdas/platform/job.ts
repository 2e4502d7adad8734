import type { Context } from 'aws-lambda';
import type { JobName } from '#shared/metrics.ts';
import { record } from './metrics.ts';

/**
 * Creates the handler of a scheduled job. A metric counts each run of the job that ends without an error. If the metric counts no run, an
 * alarm goes off.
 */
export const job =
  <Result>(name: JobName, run: (now: Date, context: Context) => Promise<Result>) =>
  async (_event: unknown, context: Context): Promise<Result> => {
    const result = await run(new Date(), context);
    record('JobFinished', { Job: name });
    return result;
  };
