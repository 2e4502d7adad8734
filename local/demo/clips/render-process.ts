/**
 * Renders a clip in a child process, because a child process can be killed at any time. If an encoder ran in a thread, the end of the
 * thread would end the whole process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RenderFailure } from './render-error.ts';
import type { RenderJob, RenderMessage } from './render-job.ts';

/** Maximum time of a render. On two idle cores, a render needs about a twentieth of this time. */
const renderTimeoutMs = 180_000;
const childModule = fileURLToPath(new URL('./render-child.ts', import.meta.url));

export type RenderOutcome = { status: 'rendered' } | { status: 'failed'; failure: RenderFailure } | { status: 'killed' };
export type Render = {
  pid: number | undefined;
  /** Resolves after the child has ended. Never rejects. The file exists only after 'rendered'. */
  outcome: Promise<RenderOutcome>;
  kill(): void;
};

export function startRender(job: RenderJob, onProgress: (percent: number) => void = () => {}): Render {
  const child = fork(childModule, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // The unfinished clip has a separate name, so that no reader uses it.
  const partFile = `${job.file}.${child.pid}.part`;
  let isKilled = false;
  let outcome: RenderOutcome | undefined;
  const timer = setTimeout(() => {
    outcome = failedOutcome('generation_timeout', 'The generation timed out');
    child.kill('SIGKILL');
  }, renderTimeoutMs);
  child.on('message', (message: RenderMessage) => {
    if (message.type === 'progress') onProgress(message.percent);
    if (message.type === 'rendered') outcome = { status: 'rendered' };
    if (message.type === 'failed') outcome = { status: 'failed', failure: message.failure };
  });
  child.send({ ...job, file: partFile }, () => {});

  const waitForEnd = async (): Promise<RenderOutcome> => {
    const [code, signal] = await once(child, 'close').catch((error) => [error]);
    clearTimeout(timer);
    if (isKilled) outcome = { status: 'killed' };
    if (outcome?.status === 'rendered') await rename(partFile, job.file);
    else await rm(partFile, { force: true });
    return outcome ?? failedOutcome('internal_server_error', `The render process ended without a result (${signal ?? code})`);
  };
  const kill = () => {
    isKilled = true;
    child.kill('SIGKILL');
  };
  return { pid: child.pid, outcome: waitForEnd(), kill };
}

const failedOutcome = (reason: RenderFailure['reason'], message: string): RenderOutcome => ({
  status: 'failed',
  failure: { reason, message },
});
