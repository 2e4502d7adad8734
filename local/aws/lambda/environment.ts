/**
 * One execution environment: a thread, or a process for bundles with native media libraries. Such a bundle cannot run in a thread. If a
 * thread ends during an encode, the whole local cloud ends. In slow mode, every environment is a process, so that its memory and CPU time
 * can be measured.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { moduleFlags, nodeFlags } from './node-flags.ts';

export type Invocation = { json: string; requestId: string; deadlineMs: number };
export type Reply = { json?: string; error?: { errorType: string; errorMessage: string }; isDead?: boolean };

export type Environment = {
  /** Resolves after the bundle is loaded or could not be loaded. The loading time is not part of the invocation time. */
  initialized: Promise<void>;
  run(invocation: Invocation): Promise<Reply>;
  kill(): Promise<void>;
  /** The id of the process. Undefined for a thread. */
  pid?: number;
};

/** Settings that an environment receives at its start. */
export type StartSettings = {
  file: string;
  handler: string;
  /** Node searches for packages only below these folders. */
  folders: string[];
  /**
   * This field exists only for threads. It has two numbers: how many times the parent has woken the thread, and how many of these signals
   * the thread has handled.
   */
  wakeCounts?: Int32Array;
};

export type EnvironmentMessage = { initialized: true } | { log: string } | { reply: Reply };

export type EnvironmentSettings = {
  name: string;
  /** The unmodified bundle. */
  file: string;
  handler: string;
  variables: Record<string, string>;
  /** Folders of the function's layers. Node searches for packages in these folders. */
  layers: string[];
  /** Returns variables with the credentials of the function's role. Each environment calls this function once. */
  credentials(): Record<string, string>;
  memoryMb: number;
  /** The part of the concurrency quota that is reserved for this function. Undefined if the function has no reservation. */
  reservedConcurrency?: number;
  runsAs: 'thread' | 'process';
  /** Folder that contains one folder of temporary files for each environment. */
  temporaryFolder: string;
  log(name: string, text: string): void;
};

const runtime = fileURLToPath(new URL('./runtime.ts', import.meta.url));
/** All cold starts use this cache of compiled code. A build deletes the cache (tools/build/bundle.ts). */
const compileCache = fileURLToPath(new URL('../../../.build/compile-cache', import.meta.url));
/** Minimum size of the heap in MB, because Node itself needs more memory than the smallest function has. */
const heapMbMin = 128;

export function startEnvironment(settings: EnvironmentSettings): Environment {
  const folder = join(settings.temporaryFolder, randomUUID());
  mkdirSync(folder, { recursive: true });
  const environment = settings.runsAs === 'process' ? startProcess(settings, folder) : startThread(settings, folder);
  return {
    ...environment,
    async kill() {
      await environment.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function variablesOf(
  { name, variables, layers, credentials, memoryMb }: EnvironmentSettings,
  temporaryFolder: string,
): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    TMPDIR: temporaryFolder,
    NODE_COMPILE_CACHE: compileCache,
    ...(layers.length > 0 && { NODE_PATH: layers.join(':') }),
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    ...variables,
    ...credentials(),
  };
}

const startSettingsOf = ({ file, handler, layers }: EnvironmentSettings): StartSettings => ({
  file,
  handler,
  folders: [dirname(file), ...layers.map(dirname)],
});

function startThread(settings: EnvironmentSettings, temporaryFolder: string): Environment {
  const wakeCounts = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(runtime, {
    env: variablesOf(settings, temporaryFolder),
    workerData: { ...startSettingsOf(settings), wakeCounts } satisfies StartSettings,
    // Lambda also sets flags for memory and for the whole process. Such flags are not possible for a thread. `resourceLimits` limits the
    // memory of a thread.
    execArgv: moduleFlags,
    resourceLimits: { maxOldGenerationSizeMb: Math.max(heapMbMin, settings.memoryMb) },
  });
  const { initialized, awaitReply } = matchReplies(settings, (receive, reportDeath) => {
    worker.on('message', receive);
    worker.on('error', (error) =>
      reportDeath(deathReply(error.message, (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')),
    );
    worker.on('exit', (code) => reportDeath(deathReply(`exit status ${code}`)));
  });
  return {
    initialized,
    run: (invocation) =>
      awaitReply(() => {
        worker.postMessage(invocation);
        Atomics.add(wakeCounts, 0, 1);
        Atomics.notify(wakeCounts, 0);
      }),
    kill: async () => {
      await worker.terminate();
    },
  };
}

function startProcess(settings: EnvironmentSettings, temporaryFolder: string): Environment {
  const child: ChildProcess = fork(runtime, [JSON.stringify(startSettingsOf(settings))], {
    env: variablesOf(settings, temporaryFolder),
    execArgv: [...nodeFlags(Math.max(heapMbMin, settings.memoryMb)), '--disable-warning=ExperimentalWarning'],
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => settings.log(settings.name, String(data)));
  child.stdin?.on('error', () => {});
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { initialized, awaitReply } = matchReplies(settings, (receive, reportDeath) => {
    child.on('message', receive);
    child.on('error', (error) => reportDeath(deathReply(error.message)));
    child.on('exit', (code, signal) => reportDeath(deathReply(`exit status ${signal ?? code}`)));
  });
  return {
    ...(child.pid && { pid: child.pid }),
    initialized,
    run: (invocation) =>
      awaitReply(() => {
        child.send(invocation);
        child.stdin?.write('.');
      }),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}

const deathReply = (reason: string, isOutOfMemory = false): Reply => ({
  isDead: true,
  error: {
    errorType: isOutOfMemory ? 'Runtime.OutOfMemory' : 'Runtime.ExitError',
    errorMessage: `Error: Runtime exited with error: ${reason}`,
  },
});

type Listen = (receive: (message: unknown) => void, reportDeath: (reply: Reply) => void) => void;

/** Assigns each reply to its invocation. If an environment ends while it is idle, the next invocation gets the error. */
function matchReplies({ name, log }: EnvironmentSettings, listen: Listen) {
  const initialized = Promise.withResolvers<void>();
  let resolveReply: ((reply: Reply) => void) | undefined;
  let death: Reply | undefined;
  const resolvePending = (reply: Reply): void => {
    resolveReply?.(reply);
    resolveReply = undefined;
  };
  listen(
    (received) => {
      const message = received as EnvironmentMessage;
      if ('log' in message) log(name, message.log);
      else if ('reply' in message) resolvePending(message.reply);
      else initialized.resolve();
    },
    (reply) => {
      death ??= reply;
      initialized.resolve();
      resolvePending(death);
    },
  );
  return {
    initialized: initialized.promise,
    awaitReply: (sendInvocation: () => void): Promise<Reply> => {
      if (death) return Promise.resolve(death);
      return new Promise((resolve) => {
        resolveReply = resolve;
        sendInvocation();
      });
    },
  };
}
