/** One Lambda function: its invocations, its time-out and its payload limits. */
import { randomUUID } from 'node:crypto';
import { type Account, createAccount } from './account.ts';
import type { Environment, EnvironmentSettings, Reply } from './environment.ts';
import { startMeter, type Usage } from './usage.ts';

/**
 * Size limits of the event and of the result as JSON, including base64. The documentation says 6 MB for both. The exact numbers are in
 * Lambda's error messages (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
const requestBytesMax = 6_291_456;
const responseBytesMax = 6_291_556;
/** In slow mode, the memory and the time of an invocation are checked at this interval. */
const pollMs = 50;

export type InvokeResult = { payload: unknown } | { error: { errorType: string; errorMessage: string } };

export type LambdaFunction = { invoke(payload: unknown): Promise<InvokeResult>; stop(): Promise<void> };

export type FunctionSettings = EnvironmentSettings & {
  arn: string;
  timeoutSeconds: number;
  /**
   * Receives the usage of each invocation in slow mode. If this function is set, Lambda's limits for memory and time apply to the measured
   * usage.
   */
  reportUsage?(usage: Usage): void;
};

/** The error name that Step Functions and the SDK report for a throttled invocation. */
export const throttledErrorType = 'Lambda.TooManyRequestsException';
/** The error name for a request that Lambda rejects because of its size. */
export const requestTooLargeErrorType = 'RequestEntityTooLargeException';

export function createFunction(settings: FunctionSettings, account: Account = createAccount()): LambdaFunction {
  let isStopped = false;

  async function invoke(payload: unknown): Promise<InvokeResult> {
    const json = JSON.stringify(payload ?? null);
    if (Buffer.byteLength(json) > requestBytesMax)
      return failure(requestTooLargeErrorType, `Request must be smaller than ${requestBytesMax} bytes for the InvokeFunction operation`);
    const acquisition = account.acquire(settings);
    if (!acquisition) return failure(throttledErrorType, 'Rate Exceeded.');
    const environment = await acquisition;
    // As on Lambda, the time to load the bundle is not part of the invocation time.
    await environment.initialized;
    const reply = await runWithLimits(environment, json);
    account.release(settings, environment, !reply.isDead && !isStopped);
    if (reply.error) return { error: reply.error };
    if (Buffer.byteLength(reply.json ?? '') > responseBytesMax)
      return failure(
        'Function.ResponseSizeTooLarge',
        `Response payload size exceeded maximum allowed payload size (${responseBytesMax} bytes).`,
      );
    return { payload: reply.json === undefined ? null : JSON.parse(reply.json) };
  }

  async function runWithLimits(environment: Environment, json: string): Promise<Reply> {
    const { timeoutSeconds, memoryMb, reportUsage } = settings;
    const requestId = randomUUID();
    const timeoutReply = deathReply('Sandbox.Timedout', requestId, `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`);
    const outOfMemoryReply = deathReply('Runtime.OutOfMemory', requestId, 'Runtime exited with error: signal: killed');
    const limitReached = Promise.withResolvers<Reply>();
    const timer = setTimeout(() => limitReached.resolve(timeoutReply), timeoutSeconds * 1000);

    const readMeter = reportUsage && environment.pid ? startMeter(environment.pid, memoryMb) : undefined;
    let usage: Usage | undefined;
    const checkLimits = (): Reply | undefined => {
      usage = readMeter?.() ?? usage;
      if (usage && usage.peakMb > memoryMb) return outOfMemoryReply;
      return usage && usage.seconds > timeoutSeconds ? timeoutReply : undefined;
    };
    const pollTimer = readMeter && setInterval(() => resolveIf(checkLimits()), pollMs);
    const resolveIf = (reply: Reply | undefined) => reply && limitReached.resolve(reply);

    const reply = environment.run({ json, requestId, deadlineMs: Date.now() + timeoutSeconds * 1000 });
    const firstReply = await Promise.race([
      limitReached.promise,
      reply.then((result) => (result.isDead ? result : (checkLimits() ?? result))),
    ]);
    clearTimeout(timer);
    clearInterval(pollTimer);
    if (usage) reportUsage?.(usage);
    return firstReply;
  }

  return {
    invoke,
    async stop() {
      isStopped = true;
      await account.end(settings);
    },
  };
}

const failure = (errorType: string, errorMessage: string): InvokeResult => ({ error: { errorType, errorMessage } });
const deathReply = (errorType: string, requestId: string, reason: string): Reply => ({
  isDead: true,
  error: { errorType, errorMessage: `RequestId: ${requestId} Error: ${reason}` },
});
