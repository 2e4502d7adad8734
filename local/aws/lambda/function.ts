/** One Lambda function: its invocations, its time-out and its payload limits. */
import { randomUUID } from 'node:crypto';
import { type Account, createAccount } from './account.ts';
import type { Environment, EnvironmentSettings, Reply } from './environment.ts';
import { startMeter, type Usage } from './usage.ts';

/**
 * Size limits of the event and of the result as JSON, including base64. The documentation says 6 MB for both; the exact numbers are in
 * Lambda's error messages (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
const requestBytesMax = 6_291_456;
const responseBytesMax = 6_291_556;
/** How often slow mode checks memory and time. */
const pollMs = 50;

export type InvokeResult = { payload: unknown } | { error: { errorType: string; errorMessage: string } };

export type LambdaFunction = { invoke(payload: unknown): Promise<InvokeResult>; stop(): Promise<void> };

export type FunctionSettings = EnvironmentSettings & {
  arn: string;
  timeoutSeconds: number;
  /** Receives the usage of each invocation. If it is set (slow mode), usage is limited as on Lambda. */
  measured?(usage: Usage): void;
};

/** The name under which Step Functions and the SDK report a throttled invocation. */
export const throttled = 'Lambda.TooManyRequestsException';
/** The error name if Lambda rejects a request before it runs the function. */
export const requestTooLarge = 'RequestEntityTooLargeException';

export function createFunction(settings: FunctionSettings, account: Account = createAccount()): LambdaFunction {
  let stopped = false;

  async function invoke(payload: unknown): Promise<InvokeResult> {
    const json = JSON.stringify(payload ?? null);
    if (Buffer.byteLength(json) > requestBytesMax)
      return failure(requestTooLarge, `Request must be smaller than ${requestBytesMax} bytes for the InvokeFunction operation`);
    const borrowed = account.borrow(settings);
    if (!borrowed) return failure(throttled, 'Rate Exceeded.');
    const environment = await borrowed;
    // As on Lambda, the time to load the bundle is not part of the invocation time.
    await environment.initialized;
    const reply = await runWithin(environment, json);
    account.giveBack(environment, !reply.dead && !stopped);
    if (reply.error) return { error: reply.error };
    if (Buffer.byteLength(reply.json ?? '') > responseBytesMax)
      return failure(
        'Function.ResponseSizeTooLarge',
        `Response payload size exceeded maximum allowed payload size (${responseBytesMax} bytes).`,
      );
    return { payload: reply.json === undefined ? null : JSON.parse(reply.json) };
  }

  async function runWithin(environment: Environment, json: string): Promise<Reply> {
    const { timeoutSeconds, memoryMb, measured } = settings;
    const requestId = randomUUID();
    const timedOut = died('Sandbox.Timedout', requestId, `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`);
    const outOfMemory = died('Runtime.OutOfMemory', requestId, 'Runtime exited with error: signal: killed');
    const exceeded = Promise.withResolvers<Reply>();
    const timer = setTimeout(() => exceeded.resolve(timedOut), timeoutSeconds * 1000);

    const readMeter = measured && environment.pid ? startMeter(environment.pid, memoryMb) : undefined;
    let usage: Usage | undefined;
    const excess = (): Reply | undefined => {
      usage = readMeter?.() ?? usage;
      if (usage && usage.peakMb > memoryMb) return outOfMemory;
      return usage && usage.seconds > timeoutSeconds ? timedOut : undefined;
    };
    const poll = readMeter && setInterval(() => resolveIf(excess()), pollMs);
    const resolveIf = (reply: Reply | undefined) => reply && exceeded.resolve(reply);

    const reply = environment.run({ json, requestId, deadlineMs: Date.now() + timeoutSeconds * 1000 });
    const settled = await Promise.race([exceeded.promise, reply.then((replied) => (replied.dead ? replied : (excess() ?? replied)))]);
    clearTimeout(timer);
    clearInterval(poll);
    if (usage) measured?.(usage);
    return settled;
  }

  return {
    invoke,
    async stop() {
      stopped = true;
      await account.end(settings);
    },
  };
}

const failure = (errorType: string, errorMessage: string): InvokeResult => ({ error: { errorType, errorMessage } });
const died = (errorType: string, requestId: string, reason: string): Reply => ({
  dead: true,
  error: { errorType, errorMessage: `RequestId: ${requestId} Error: ${reason}` },
});
