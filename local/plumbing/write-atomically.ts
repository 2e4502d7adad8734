import { renameSync, writeFileSync } from 'node:fs';

/** Replaces a file by a rename: after a kill, readers find the complete old or the complete new content. */
export function writeAtomically(file: string, content: string | Buffer): void {
  const unfinished = `${file}.${process.pid}.part`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  renameSync(unfinished, file);
}
