import { randomUUID } from 'node:crypto';
import type { Json } from './definition.ts';
import { ServiceError, StateError } from './errors.ts';

export type TaskCallback = { resolve(result: Json): void; reject(error: Error): void };

/**
 * The tokens of tasks that wait for a callback. A token contains the ARN of the execution. So the engine also recognizes a token that was
 * issued before a restart.
 */
export type TaskTokens = {
  issue(executionArn: string): string;
  wait(token: string, callback: TaskCallback): void;
  close(token: string): void;
  succeed(token: string, output: Json): void;
  fail(token: string, error: string, cause: string): void;
};

export function createTaskTokens({ isExecution }: { isExecution: (executionArn: string) => boolean }): TaskTokens {
  const callbacks = new Map<string, TaskCallback>();

  /**
   * Removes a token before its task continues. If two results are sent for one token, only the first one is accepted.
   * @throws ServiceError InvalidToken for a token that was never issued, TaskTimedOut for a token whose task has ended
   */
  const consumeToken = (token: string): TaskCallback => {
    const callback = callbacks.get(token);
    callbacks.delete(token);
    if (callback) return callback;
    if (!isExecution(executionArnOf(token))) throw new ServiceError('InvalidToken', `Invalid token: '${token}'`);
    throw new ServiceError('TaskTimedOut', 'Task Timed Out: Provided task does not exist anymore');
  };

  return {
    issue: (executionArn) => Buffer.from(JSON.stringify([executionArn, randomUUID()])).toString('base64url'),
    wait: (token, callback) => void callbacks.set(token, callback),
    close: (token) => void callbacks.delete(token),
    succeed: (token, output) => consumeToken(token).resolve(output),
    fail: (token, error, cause) => consumeToken(token).reject(new StateError(error, cause)),
  };
}

/** Returns the ARN of the execution in a token. Returns an empty string if the token has another format. */
export function executionArnOf(token: string): string {
  try {
    const [executionArn] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [unknown];
    return typeof executionArn === 'string' ? executionArn : '';
  } catch {
    return '';
  }
}
