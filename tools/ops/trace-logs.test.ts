import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudWatchLogsClient, GetQueryResultsCommand, StartQueryCommand } from '@aws-sdk/client-cloudwatch-logs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { readAwsLogs, readLocalLogs } from './trace-logs.ts';

const cloudWatch = mockClient(CloudWatchLogsClient);
beforeEach(() => cloudWatch.reset());
afterAll(() => cloudWatch.restore());

const range = { batchId: 'b-1', from: new Date('2026-11-21T08:00:00.400Z'), to: new Date('2026-11-21T09:00:00.400Z') };
const row = (fields: Record<string, string>) => Object.entries(fields).map(([field, value]) => ({ field, value }));

test('the lines of AWS come from the functions of this stage, after the query is complete', async () => {
  cloudWatch.on(StartQueryCommand).resolves({ queryId: 'q' });
  cloudWatch
    .on(GetQueryResultsCommand, { queryId: 'q' })
    .resolvesOnce({ status: 'Running', results: [] })
    .resolvesOnce({
      status: 'Complete',
      results: [
        row({
          '@timestamp': '2026-11-21 08:00:01.250',
          '@log': '123456789012:vitrine-test-runs-CaptureItemLogs0A1B2C3D-x7y8',
          '@message': '{"level":"info","message":"vendor request","batchId":"b-1"}',
        }),
        row({
          '@timestamp': '2026-11-21 08:00:02.000',
          '@log': '123456789012:vitrine-test-api-CancelBatchLogs0A1B2C3D-x7y8',
          '@message': 'Task timed out: b-1\n',
        }),
      ],
    });
  expect(await readAwsLogs('test', range, 0)).toEqual([
    {
      at: Date.parse('2026-11-21T08:00:01.250Z'),
      source: 'vitrine-test-runs-CaptureItem',
      fields: { level: 'info', message: 'vendor request', batchId: 'b-1' },
    },
    { at: Date.parse('2026-11-21T08:00:02Z'), source: 'vitrine-test-api-CancelBatch', fields: { message: 'Task timed out: b-1' } },
  ]);
  const { queryString, startTime, endTime } = cloudWatch.commandCalls(StartQueryCommand)[0]?.args[0].input ?? {};
  expect(queryString).toContain('SOURCE logGroups(namePrefix: ["vitrine-test-api", "vitrine-test-files", "vitrine-test-runs"])');
  expect(queryString).toContain('filter @message like "b-1"');
  expect([startTime, endTime]).toEqual([range.from.getTime() / 1000 - 0.4, range.to.getTime() / 1000 + 0.6]);
});

test('a failed query is reported', async () => {
  cloudWatch.on(StartQueryCommand).resolves({ queryId: 'q' });
  cloudWatch.on(GetQueryResultsCommand).resolves({ status: 'Timeout' });
  await expect(readAwsLogs('test', range, 0)).rejects.toThrow('ended with the status Timeout');
});

test('the lines of the local cloud are the lines of the batch', () => {
  const folder = temporaryFolder('trace');
  onTestFinished(folder.remove);
  const file = join(folder.path, 'log.jsonl');
  const entry = (batchId: string) =>
    JSON.stringify({ time: '2026-11-21T08:00:01.250Z', source: 'CaptureItem', line: JSON.stringify({ message: 'a', batchId }) });
  writeFileSync(file, `${entry('b-1')}\n${entry('c-1')}\n`);
  expect(readLocalLogs(file, range)).toEqual([
    { at: Date.parse('2026-11-21T08:00:01.250Z'), source: 'CaptureItem', fields: { message: 'a', batchId: 'b-1' } },
  ]);
  expect(readLocalLogs(`${file}-missing`, range)).toEqual([]);
});
