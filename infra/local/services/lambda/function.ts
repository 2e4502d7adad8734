/** One Lambda function: its execution environments, one invocation at a time in each, its time-out and its payload limits. */
import { randomUUID } from 'node:crypto';
import { type Environment, type EnvironmentSettings, type Reply, startEnvironment } from './environment.ts';

/** AWS refuses larger synchronous requests and answers (6 MB including base64). */
const payloadBytesMax = 6_291_556;

export type InvokeResult = { payload: unknown } | { error: { errorType: string; errorMessage: string } };

export type LambdaFunction = { invoke(payload: unknown): Promise<InvokeResult>; stop(): Promise<void> };

export type FunctionSettings = EnvironmentSettings & { arn: string; timeoutSeconds: number; environmentsMax: number };

export function createFunction(settings: FunctionSettings): LambdaFunction {
  const idle: Environment[] = [];
  const all = new Set<Environment>();
  const waiting: (() => void)[] = [];
  let stopped = false;

  async function borrow(): Promise<Environment> {
    while (idle.length === 0 && all.size >= settings.environmentsMax) await new Promise<void>((resolve) => waiting.push(resolve));
    const known = idle.pop();
    if (known) return known;
    const environment = startEnvironment(settings);
    all.add(environment);
    return environment;
  }

  function giveBack(environment: Environment, isAlive: boolean): void {
    if (isAlive && !stopped) idle.push(environment);
    else {
      all.delete(environment);
      environment.kill();
    }
    waiting.shift()?.();
  }

  async function invoke(payload: unknown): Promise<InvokeResult> {
    const json = JSON.stringify(payload ?? null);
    if (Buffer.byteLength(json) > payloadBytesMax) return failure('RequestEntityTooLargeException', 'The request is larger than 6 MB');
    const environment = await borrow();
    const requestId = randomUUID();
    const reply = await withinTime(
      environment.run({ json, requestId, deadlineMs: Date.now() + settings.timeoutSeconds * 1000 }),
      requestId,
    );
    giveBack(environment, !reply.dead);
    if (reply.error) return { error: reply.error };
    if (Buffer.byteLength(reply.json ?? '') > payloadBytesMax)
      return failure('Function.ResponseSizeTooLarge', 'The answer is larger than 6 MB');
    return { payload: reply.json === undefined ? null : JSON.parse(reply.json) };
  }

  function withinTime(reply: Promise<Reply>, requestId: string): Promise<Reply> {
    return new Promise((resolve) => {
      const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${settings.timeoutSeconds.toFixed(2)} seconds`;
      const timer = setTimeout(
        () => resolve({ dead: true, error: { errorType: 'Sandbox.Timedout', errorMessage } }),
        settings.timeoutSeconds * 1000,
      );
      reply.then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
    });
  }

  return {
    invoke,
    async stop() {
      stopped = true;
      await Promise.all([...all].map((environment) => environment.kill()));
    },
  };
}

const failure = (errorType: string, errorMessage: string): InvokeResult => ({ error: { errorType, errorMessage } });
