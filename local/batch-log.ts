/** Keeps the log lines about batches in a file. `npm run trace` reads this file, in the same way as it reads CloudWatch. */
import { rmSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';

/** A larger file is deleted at the next start. */
const bytesMax = 50_000_000;

export type BatchLog = { add(source: string, text: string): void; close(): Promise<void> };

export function openBatchLog(file: string): BatchLog {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > bytesMax) rmSync(file);
  let lastWrite: Promise<void> = Promise.resolve();
  return {
    add(source, text) {
      const lines = text.split('\n').filter((line) => line.includes('"batchId"') && line.startsWith('{') && line.endsWith('}'));
      if (lines.length === 0) return;
      const time = new Date().toISOString();
      const entries = lines.map((line) => `${JSON.stringify({ time, source, line })}\n`).join('');
      lastWrite = lastWrite.then(() => appendFile(file, entries)).catch(() => undefined);
    },
    close: () => lastWrite,
  };
}
