import { renameSync, writeFileSync } from 'node:fs';

/** A reader, or the next start after a kill, finds the old content or the new, never a part. */
export function writeAtomically(file: string, content: string | Buffer): void {
  const unfinished = `${file}.${process.pid}.part`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  renameSync(unfinished, file);
}
