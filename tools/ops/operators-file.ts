/** Name of a file in the state folder. The operators' commands read it. It contains the URLs of the running local cloud. */
export const operatorsFile = 'aws.env';

/**
 * Name of a file in the state folder. `npm run trace` reads it. It contains the log lines about batches. Each line is JSON with its time
 * and its function.
 */
export const batchLogFile = 'batch-log.jsonl';
