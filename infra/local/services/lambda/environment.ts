/**
 * One execution environment: a worker thread with an environment of its own, or a child process for bundles with native media,
 * for terminating a thread in the middle of an encode would take the whole local cloud down with it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { moduleFlags, nodeFlags } from './node-flags.ts';

export type Invocation = { json: string; requestId: string; deadlineMs: number };
export type Reply = { json?: string; error?: { errorType: string; errorMessage: string }; dead?: boolean };
export type Environment = { run(invocation: Invocation): Promise<Reply>; kill(): Promise<void> };

export type EnvironmentSettings = {
  name: string;
  /** The unmodified bundle. */
  file: string;
  handler: string;
  variables: Record<string, string>;
  memoryMb: number;
  hasNativeLayers: boolean;
  /** Where its environments' temporary files lie, a folder each. */
  temporaryFolder: string;
  log(name: string, text: string): void;
};

const runtime = fileURLToPath(new URL('./runtime.ts', import.meta.url));
/** Node itself needs more than the smallest functions have. */
const memoryMbMin = 128;

/** Its /tmp, too, is its own, and ends with it. */
export function startEnvironment(settings: EnvironmentSettings): Environment {
  const temporary = join(settings.temporaryFolder, randomUUID());
  mkdirSync(temporary, { recursive: true });
  const { run, kill } = settings.hasNativeLayers ? startProcess(settings, temporary) : startThread(settings, temporary);
  return {
    run,
    async kill() {
      await kill();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

const variablesOf = ({ name, variables, memoryMb }: EnvironmentSettings, temporary: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  TMPDIR: temporary,
  // Compiled code is shared by all, for a cold start should not compile anew.
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  ...variables,
});

function startThread(settings: EnvironmentSettings, temporary: string): Environment {
  const worker = new Worker(runtime, {
    env: variablesOf(settings, temporary),
    workerData: { file: settings.file, handler: settings.handler },
    stdout: true,
    stderr: true,
    // The other flags of Lambda's Node are V8's, which a thread takes as its resource limits, or belong to the whole process.
    execArgv: moduleFlags,
    resourceLimits: { maxOldGenerationSizeMb: Math.max(memoryMbMin, settings.memoryMb) },
  });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (data) => settings.log(settings.name, String(data)));
  const pending = replies((settle) => {
    worker.on('message', settle);
    worker.on('error', (error) => settle(died(error.message, (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')));
    worker.on('exit', (code) => settle(died(`exit status ${code}`)));
  });
  return {
    run: (invocation) => pending(() => worker.postMessage(invocation)),
    kill: async () => {
      await worker.terminate();
    },
  };
}

function startProcess(settings: EnvironmentSettings, temporary: string): Environment {
  const child: ChildProcess = fork(runtime, [settings.file, settings.handler], {
    env: variablesOf(settings, temporary),
    execArgv: [...nodeFlags(Math.max(memoryMbMin, settings.memoryMb)), '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => settings.log(settings.name, String(data)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pending = replies((settle) => {
    child.on('message', (reply) => settle(reply as Reply));
    child.on('error', (error) => settle(died(error.message)));
    child.on('exit', (code, signal) => settle(died(`exit status ${signal ?? code}`)));
  });
  return {
    run: (invocation) => pending(() => child.send(invocation)),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}

const died = (reason: string, outOfMemory = false): Reply => ({
  dead: true,
  error: {
    errorType: outOfMemory ? 'Runtime.OutOfMemory' : 'Runtime.ExitError',
    errorMessage: `Error: Runtime exited with error: ${reason}`,
  },
});

/** Joins one message out with the one that comes back; an environment that dies while idle answers the next invocation so. */
function replies(listen: (settle: (reply: Reply) => void) => void) {
  let settleNow: ((reply: Reply) => void) | undefined;
  let death: Reply | undefined;
  listen((reply) => {
    if (reply.dead) death ??= reply;
    settleNow?.(reply);
    settleNow = undefined;
  });
  return (send: () => void): Promise<Reply> => {
    if (death) return Promise.resolve(death);
    return new Promise((resolve) => {
      settleNow = resolve;
      send();
    });
  };
}
