/** Stores each operation as a JSON file before anything is announced, so that a kill at any moment loses nothing. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../kit/write-atomically.ts';
import type { Fault } from './faults.ts';
import type { VideoInput } from './video-input.ts';

/** Google keeps videos for two days. */
const keptMs = 2 * 24 * 3600_000;

export type Outcome =
  | { status: 'video'; fileId: string }
  | { status: 'filtered' }
  | { status: 'nothing' }
  | { status: 'error'; code: number; message: string };

export type Operation = {
  id: string;
  model: string;
  input: VideoInput;
  seed: number;
  faults: Fault[];
  submittedAt: string;
  outcome?: Outcome;
};

export type OperationStore = ReturnType<typeof openOperationStore>;

export function openOperationStore(directory: string, now: Date) {
  const folder = (name: string): string => {
    mkdirSync(join(directory, name), { recursive: true });
    return join(directory, name);
  };
  const [rows, files] = [folder('operations'), folder('files')];
  const pathOf = (fileId: string) => join(files, `${fileId}.mp4`);
  const operations = new Map<string, Operation>();
  for (const name of readdirSync(rows).filter((one) => one.endsWith('.json'))) {
    const operation = JSON.parse(readFileSync(join(rows, name), 'utf8')) as Operation;
    if (now.getTime() - Date.parse(operation.submittedAt) > keptMs) {
      rmSync(join(rows, name));
      rmSync(pathOf(operation.id), { force: true });
    } else operations.set(operation.id, operation);
  }
  return {
    /** Path of an operation's video; both have the same id. */
    pathOf,
    get: (id: string): Operation | undefined => operations.get(id),
    unfinished: (): Operation[] =>
      [...operations.values()].filter(({ outcome }) => !outcome).sort((a, b) => a.submittedAt.localeCompare(b.submittedAt)),
    save(operation: Operation): void {
      operations.set(operation.id, operation);
      writeAtomically(join(rows, `${operation.id}.json`), JSON.stringify(operation));
    },
  };
}
