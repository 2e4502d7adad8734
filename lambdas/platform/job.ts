import type { Context } from 'aws-lambda';
import type { JobName } from '#shared/metrics.ts';
import { record } from './metrics.ts';

/** Creates the handler of a scheduled job. Each finished run is recorded as a metric. If no run finishes, an alarm goes off. */
export const job =
  <Result>(name: JobName, run: (now: Date, context: Context) => Promise<Result>) =>
  async (_event: unknown, context: Context): Promise<Result> => {
    const result = await run(new Date(), context);
    record('JobFinished', { Job: name });
    return result;
  };
