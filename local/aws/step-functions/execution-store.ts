/**
 * Stores executions on disk. `executions.jsonl` has a line for each start and each end. `history/<machine>/<name>.jsonl` has a line for
 * each event. Each line is appended immediately and never changed. So a killed process loses no data that a client has already seen.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HistoryEvent } from './history.ts';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED' | 'TIMED_OUT';

export type ExecutionRecord = {
  executionArn: string;
  stateMachineArn: string;
  machineName: string;
  name: string;
  status: ExecutionStatus;
  /** Milliseconds since 1970. `stoppedAt` has the same unit. */
  startedAt: number;
  stoppedAt?: number;
  /** JSON. `output` is also JSON. */
  input: string;
  output?: string;
  error?: string;
  cause?: string;
  /** The parent execution. One of its tasks has started this execution. */
  startedBy?: string;
};

export type ExecutionEnd = Pick<ExecutionRecord, 'output' | 'error' | 'cause'> & {
  status: Exclude<ExecutionStatus, 'RUNNING'>;
  stoppedAt: number;
};

export type ExecutionStore = {
  find(executionArn: string): ExecutionRecord | undefined;
  /** Returns all executions in the order of their starts. */
  all(): ExecutionRecord[];
  begin(record: ExecutionRecord): void;
  end(executionArn: string, end: ExecutionEnd): ExecutionRecord;
  appendEvent(record: ExecutionRecord, event: HistoryEvent): void;
  readHistory(record: ExecutionRecord): HistoryEvent[];
};

type IndexLine = { began: ExecutionRecord } | { executionArn: string; ended: ExecutionEnd };

export function openExecutionStore(directory: string): ExecutionStore {
  const indexFile = join(directory, 'executions.jsonl');
  const historyFile = ({ machineName, name }: ExecutionRecord) => join(directory, 'history', machineName, `${name}.jsonl`);
  mkdirSync(directory, { recursive: true });

  const records = new Map<string, ExecutionRecord>();
  const apply = (line: IndexLine) => {
    if ('began' in line) records.set(line.began.executionArn, line.began);
    else records.set(line.executionArn, { ...records.get(line.executionArn)!, ...line.ended });
  };
  for (const line of readLines<IndexLine>(indexFile)) apply(line);
  const append = (line: IndexLine) => {
    appendLine(indexFile, line);
    apply(line);
  };

  return {
    find: (executionArn) => records.get(executionArn),
    all: () => [...records.values()],
    begin(record) {
      mkdirSync(dirname(historyFile(record)), { recursive: true });
      append({ began: record });
    },
    end(executionArn, ended) {
      append({ executionArn, ended });
      return records.get(executionArn)!;
    },
    appendEvent: (record, event) => appendLine(historyFile(record), event),
    readHistory: (record) => readLines<HistoryEvent>(historyFile(record)),
  };
}

const appendLine = (file: string, value: unknown): void => appendFileSync(file, `${JSON.stringify(value)}\n`);

/**
 * Returns the parsed lines of a file. Also removes an incomplete last line of a killed process, so that the next entry starts on a new
 * line.
 */
function readLines<Line>(file: string): Line[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const completeBytes = bytes.lastIndexOf('\n') + 1;
  if (completeBytes < bytes.length) truncateSync(file, completeBytes);
  const lines = bytes.toString('utf8', 0, completeBytes).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}
