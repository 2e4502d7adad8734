import { renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a new file and renames it to the target. So even if the process is killed, the target has either the complete old content or the
 * complete new content.
 */
export function writeAtomically(file: string, content: string | Buffer): void {
  const partFile = `${file}.${process.pid}.part`;
  writeFileSync(partFile, content, { mode: 0o600 });
  renameSync(partFile, file);
}
