/**
 * The program of an execution environment. In the same way as Lambda's runtime, it loads the bundle and then handles one event after
 * another.
 */
import { readSync } from 'node:fs';
import Module, { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import { sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { EnvironmentMessage, Invocation, StartSettings } from './environment.ts';

const {
  file,
  handler: handlerName,
  folders,
  wakeCounts,
} = (parentPort ? workerData : JSON.parse(process.argv[2] ?? '{}')) as StartSettings;

type Handler = (event: unknown, context: object) => Promise<unknown>;
type Failure = { errorType: string; errorMessage: string };

enableCompileCache?.();
searchOnlyIn(folders);
if (parentPort) printThroughTheParent();
else endWithTheParent();

let initFailure: Failure | undefined;
const handler = load();
if (parentPort) parentPort.on('message', run);
else process.on('message', (invocation) => void run(invocation as Invocation));
send({ initialized: true }, freeze);

/**
 * A bundle and its layers must not find the project's node_modules, because only /var/task and /opt exist on Lambda. Node searches all
 * parent folders of a file, and no setting prevents this search. So this function replaces the method that lists the parent folders.
 */
function searchOnlyIn(allowedFolders: readonly string[]): void {
  const loader = Module as unknown as { _nodeModulePaths(from: string): string[] };
  const listAll = loader._nodeModulePaths;
  loader._nodeModulePaths = (from) => listAll(from).filter((path) => allowedFolders.some((folder) => path.startsWith(folder + sep)));
}

/**
 * Sends all output to the parent. A thread's own streams print only while its event loop runs, so a frozen thread would not print its last
 * lines.
 */
function printThroughTheParent(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.write = (chunk: string | Uint8Array) => {
      send({ log: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
      return true;
    };
}

/**
 * An environment must end if the local cloud is killed. A running environment gets the disconnect event. A frozen environment reads the end
 * of its input (see `freeze`).
 */
function endWithTheParent(): void {
  process.on('disconnect', () => process.exit());
}

function load(): Handler | undefined {
  try {
    const exports = createRequire(import.meta.url)(file) as Record<string, Handler>;
    if (!exports[handlerName]) throw Object.assign(new Error(`${handlerName} is not exported`), { name: 'Runtime.HandlerNotFound' });
    return exports[handlerName];
  } catch (error) {
    initFailure = failureOf(error);
    return undefined;
  }
}

async function run({ json, requestId, deadlineMs }: Invocation): Promise<void> {
  const context = {
    awsRequestId: requestId,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadlineMs - Date.now(),
  };
  try {
    if (!handler) return respond({ error: initFailure });
    const text = JSON.stringify(await handler(JSON.parse(json), context));
    respond(text === undefined ? {} : { json: text });
  } catch (error) {
    respond({ error: failureOf(error) });
  }
}

function failureOf(error: unknown): Failure {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { errorType: name, errorMessage: message };
}

function send(message: EnvironmentMessage, onSent: () => void = () => {}): void {
  if (parentPort) {
    parentPort.postMessage(message);
    onSent();
  } else process.send?.(message, onSent);
}

let isCompileCacheWritten = false;

function respond(reply: { json?: string; error?: Failure }): void {
  send({ reply }, () => {
    writeCompileCache();
    freeze();
  });
}

/**
 * Writes the compiled code after the first invocation, so that the next environment of the function starts faster. Node itself writes it
 * only at the end of an environment, and not at all if the environment is killed.
 */
function writeCompileCache(): void {
  if (isCompileCacheWritten) return;
  isCompileCacheWritten = true;
  flushCompileCache?.();
}

/**
 * Lambda freezes an environment between its response and the next event, so unfinished work pauses. Here, a thread waits for a signal of
 * its parent, and a process waits for a byte of input. Both waits block the event loop.
 */
function freeze(): void {
  if (wakeCounts) {
    const [wakeCount = 0, handledCount = 0] = wakeCounts;
    if (wakeCount === handledCount) Atomics.wait(wakeCounts, 0, handledCount);
    Atomics.add(wakeCounts, 1, 1);
    return;
  }
  if (readSync(0, Buffer.alloc(1)) === 0) process.exit();
}
