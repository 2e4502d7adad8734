/** Stores each request as a JSON file before anything is announced, so that a kill at any moment loses nothing. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../kit/write-atomically.ts';
import type { Fault } from './faults.ts';
import type { VideoInput } from './input.ts';
import { mediaKeptMs } from './media-files.ts';

export type LogLine = { message: string; level: 'INFO' | 'ERROR'; source: 'USER'; timestamp: string };

export type Outcome =
  | { status: 'ok'; fileName: string; fileSize: number }
  /** The result call responds with `httpStatus` and `body`. */
  | { status: 'failed'; httpStatus: number; body: { detail: unknown; error_type?: string }; error: string; errorType: string };

export type VideoRequest = {
  id: string;
  endpoint: string;
  input: VideoInput;
  seed: number;
  webhookUrl?: string;
  faults: Fault[];
  /** Order of arrival, continued after restarts. */
  number: number;
  state: 'queued' | 'running' | 'completed' | 'cancelled';
  submittedAt: string;
  startedAt?: string;
  completedAt?: string;
  logs: LogLine[];
  outcome?: Outcome;
  webhook: 'none' | 'due' | 'held' | 'delivered' | 'given-up';
};

export type RequestStore = ReturnType<typeof openRequestStore>;

export function openRequestStore(directory: string, now: Date) {
  mkdirSync(directory, { recursive: true });
  const fileOf = (id: string) => join(directory, `${id}.json`);
  const stored = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as VideoRequest)
    .sort((a, b) => a.number - b.number);
  const isOld = ({ submittedAt }: VideoRequest) => now.getTime() - Date.parse(submittedAt) > mediaKeptMs;
  for (const { id } of stored.filter(isOld)) rmSync(fileOf(id));
  // A Map keeps the insertion order, which is the order of arrival.
  const requests = new Map(stored.filter((request) => !isOld(request)).map((request) => [request.id, request]));
  let lastNumber = stored.at(-1)?.number ?? 0;
  return {
    nextNumber: () => ++lastNumber,
    get: (id: string): VideoRequest | undefined => requests.get(id),
    inOrder: (): VideoRequest[] => [...requests.values()],
    save(request: VideoRequest): void {
      requests.set(request.id, request);
      writeAtomically(fileOf(request.id), JSON.stringify(request));
    },
  };
}
