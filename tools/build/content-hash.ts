/** Detects changes since the last build. It computes a hash of files and compares it with the note of the last build. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Inputs = {
  root: string;
  /** Globs below the root. */
  files: string[];
  /** Globs of files that do not affect the result. */
  except?: string[];
  /** Other inputs of the result. */
  and?: string[];
};

/** Returns a hash of the names and contents of all matching files. */
export function contentHash({ root, files, except = [], and = [] }: Inputs): string {
  const hash = createHash('sha256').update(JSON.stringify(and));
  const found = globSync(files, { cwd: root, exclude: except, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of found) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Reads the note of a build result: a JSON file next to it, with the hash of the files from which it was built. */
export function readNote<Note extends { hash: string }>(file: string): Note | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Note) : undefined;
}

export function writeNote<Note extends { hash: string }>(file: string, note: Note): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(note)}\n`);
}
