/** Detects changes since the last build. Computes a hash of the files and stores it in the state of the build. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export type Inputs = {
  root: string;
  /** Glob patterns, relative to the root. */
  files: string[];
  /** Glob patterns of files that do not affect the result. */
  exclude?: string[];
  /** Other values that affect the result. */
  otherInputs?: string[];
};

/** Returns a hash of the names and contents of all matching files. */
export function contentHash({ root, files, exclude = [], otherInputs = [] }: Inputs): string {
  const hash = createHash('sha256').update(JSON.stringify(otherInputs));
  const paths = globSync(files, { cwd: root, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of paths) hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Reads the state of the last build. The state is a JSON file next to the build result, with the hash of the source files. */
export function readBuildState<BuildState extends { hash: string }>(file: string): BuildState | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildState) : undefined;
}

export function writeBuildState<BuildState extends { hash: string }>(file: string, state: BuildState): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(state)}\n`);
}
