/** Runs inside an execution environment: loads the bundle once, then one event after another, as Lambda's runtime does. */
import { createRequire, enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Invocation, Reply } from './environment.ts';

enableCompileCache?.();

const [file, handlerName] = parentPort ? [workerData.file, workerData.handler] : process.argv.slice(2);
const reply = (message: Reply) => (parentPort ? parentPort.postMessage(message) : process.send?.(message));

type Handler = (event: unknown, context: object) => Promise<unknown>;

function load(): Handler {
  const exports = createRequire(import.meta.url)(file) as Record<string, Handler>;
  const handler = exports[handlerName];
  if (!handler) throw Object.assign(new Error(`${handlerName} is not exported`), { name: 'Runtime.HandlerNotFound' });
  return handler;
}

let handler: Handler | undefined;

async function run({ json, requestId, deadlineMs }: Invocation): Promise<void> {
  try {
    handler ??= load();
    const context = {
      awsRequestId: requestId,
      functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
      functionVersion: '$LATEST',
      memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => deadlineMs - Date.now(),
    };
    const answer = await handler(JSON.parse(json), context);
    const text = JSON.stringify(answer);
    reply(text === undefined ? {} : { json: text });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    reply({ error: { errorType: name, errorMessage: message } });
  }
}

if (parentPort) parentPort.on('message', run);
else {
  process.on('message', (invocation) => void run(invocation as Invocation));
  // A local cloud that was killed leaves nothing behind.
  process.on('disconnect', () => process.exit());
}
