/** Finds the log lines about a batch: in the file of the local cloud, or in CloudWatch. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { CloudWatchLogsClient, GetQueryResultsCommand, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';

export type LogLine = { at: number; source: string; fields: Record<string, unknown> };
export type LogRange = { batchId: string; from: Date; to: Date };

/** Maximum number of lines that CloudWatch returns for a query. */
const linesMax = 10_000;
const pollMs = 1000;

export function readLocalLogs(file: string, { batchId }: Pick<LogRange, 'batchId'>): LogLine[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((entry) => entry.includes(batchId))
    .flatMap((entry) => {
      const { time, source, line } = JSON.parse(entry) as { time: string; source: string; line: string };
      return { at: Date.parse(time), source, fields: JSON.parse(line) };
    });
}

/** @throws Error if the query fails. */
export async function readAwsLogs(stage: string, { batchId, from, to }: LogRange, waitMs = pollMs): Promise<LogLine[]> {
  const client = new CloudWatchLogsClient({});
  const { queryId } = await client.send(
    new StartQueryCommand({
      queryString: [
        `SOURCE logGroups(namePrefix: ["vitrine-${stage}-api", "vitrine-${stage}-files", "vitrine-${stage}-runs"])`,
        'fields @timestamp, @log, @message',
        `filter @message like "${batchId}"`,
        'sort @timestamp asc',
        `limit ${linesMax}`,
      ].join(' | '),
      startTime: Math.floor(from.getTime() / 1000),
      endTime: Math.ceil(to.getTime() / 1000),
    }),
  );
  for (;;) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results.flatMap((row) => lineOf(Object.fromEntries(row.map(({ field, value }) => [field, value]))));
    if (status !== 'Running' && status !== 'Scheduled') throw new Error(`The search in the logs ended with the status ${status}`);
    await pause(waitMs);
  }
}

function lineOf(row: Record<string, string | undefined>): LogLine[] {
  // Lines that Lambda itself writes, for example about a time-out, are not JSON objects.
  const { '@message': message = '', '@timestamp': timestamp = '', '@log': log = '' } = row;
  const at = Date.parse(`${timestamp.replace(' ', 'T')}Z`);
  const source = log.replace(/^\d+:/, '').replace(/Logs[0-9A-F]{8}-.*$/, '');
  try {
    return [{ at, source, fields: JSON.parse(message) }];
  } catch {
    return [{ at, source, fields: { message: message.trim() } }];
  }
}
