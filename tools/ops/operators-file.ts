/** Name of a file in the state folder. The file contains the URLs of the running local cloud, for the operators' commands. */
export const operatorsFile = 'aws.env';

/** File in the state folder with the log lines about batches, for `npm run trace`. Each line is JSON with its time and its function. */
export const batchLogFile = 'batch-log.jsonl';
