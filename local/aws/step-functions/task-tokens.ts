import { randomUUID } from 'node:crypto';
import type { Json } from './definition.ts';
import { ServiceError, StateError } from './errors.ts';

export type Settle = { resolve(result: Json): void; reject(error: Error): void };

/** The tokens of tasks that wait for a callback. A token contains its execution, so that a token from before a restart is recognized. */
export type TaskTokens = {
  issue(executionArn: string): string;
  wait(token: string, settle: Settle): void;
  close(token: string): void;
  succeed(token: string, output: Json): void;
  fail(token: string, error: string, cause: string): void;
};

export function createTaskTokens({ isExecution }: { isExecution: (executionArn: string) => boolean }): TaskTokens {
  const waiting = new Map<string, Settle>();

  /**
   * A token is used up before its task continues, so that exactly one of two results is accepted.
   * @throws ServiceError InvalidToken for a token that was never issued, TaskTimedOut for one whose task has ended
   */
  const spend = (token: string): Settle => {
    const settle = waiting.get(token);
    waiting.delete(token);
    if (settle) return settle;
    if (!isExecution(executionArnOf(token))) throw new ServiceError('InvalidToken', `Invalid token: '${token}'`);
    throw new ServiceError('TaskTimedOut', 'Task Timed Out: Provided task does not exist anymore');
  };

  return {
    issue: (executionArn) => Buffer.from(JSON.stringify([executionArn, randomUUID()])).toString('base64url'),
    wait: (token, settle) => void waiting.set(token, settle),
    close: (token) => void waiting.delete(token),
    succeed: (token, output) => spend(token).resolve(output),
    fail: (token, error, cause) => spend(token).reject(new StateError(error, cause)),
  };
}

function executionArnOf(token: string): string {
  try {
    const [executionArn] = JSON.parse(Buffer.from(token, 'base64url').toString()) as [unknown];
    return typeof executionArn === 'string' ? executionArn : '';
  } catch {
    return '';
  }
}
