/** Tests `npm start` as a process. The command prints the product's URL, and Ctrl-C ends all its processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { freePort } from './base/free-port.ts';

const folder = temporaryFolder('start');
afterAll(() => folder.remove());

async function npmStart(
  port: number,
): Promise<{ child: ChildProcess; waitForOutput(text: string): Promise<void>; exitCode: Promise<number | null> }> {
  const child = spawn(process.execPath, ['local/main.ts', '--built'], {
    env: { ...process.env, PORT: String(port), VITRINE_HOME: folder.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return {
    child,
    waitForOutput: (text) => expect.poll(() => output, { timeout: 90_000 }).toContain(text),
    exitCode: new Promise((resolve) => child.once('exit', resolve)),
  };
}

/** Returns all direct and indirect child processes of a process. */
function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name): [number, number][] => {
        try {
          return [[Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1])]];
        } catch {
          return [];
        }
      }),
  );
  const directChildren = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return directChildren.flatMap((child) => [child, ...descendantsOf(child)]);
}

/**
 * Returns whether a process still runs. An ended process stays in the list of processes (as a zombie) until its parent reads its status.
 * For such a process, the result is false.
 */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('npm start', () => {
  test('the command prints its URL, starts again in the same folder, and ends all its processes on SIGINT and SIGTERM', async () => {
    const port = await freePort();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const start = await npmStart(port);
      await start.waitForOutput(`ready at http://localhost:${port}`);
      expect((await fetch(`http://localhost:${port}/`)).status).toBe(200);
      const children = descendantsOf(start.child.pid ?? 0);
      expect(children.length).toBeGreaterThan(0);
      start.child.kill(signal);
      expect(await start.exitCode).toBe(0);
      await expect.poll(() => children.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    }
  });

  test('the command reports a port in use, and exits with code 1', async () => {
    const port = await freePort();
    const first = await npmStart(port);
    await first.waitForOutput('ready at');
    const second = spawn(process.execPath, ['local/main.ts', '--built'], {
      env: { ...process.env, PORT: String(port), VITRINE_HOME: `${folder.path}/second` },
    });
    let output = '';
    for (const stream of [second.stdout, second.stderr]) stream.on('data', (data) => (output += data));
    expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(1);
    expect(output).toContain(`Port ${port} is already in use`);
    expect(output).not.toContain('at async');
    first.child.kill('SIGTERM');
    await first.exitCode;
  });
});
