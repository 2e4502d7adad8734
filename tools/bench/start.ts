/** Measures the duration of `npm start`, first without a build, and then with the existing build. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

export async function runStartBenchmark(report: Report): Promise<void> {
  const home = temporaryFolder('bench');
  try {
    for (const buildFolder of ['.build', 'web/dist']) rmSync(buildFolder, { recursive: true, force: true });
    report('start.first_seconds', roundTo(await secondsUntilReady(home.path), 1), 's');
    report('start.ready_seconds', roundTo(await secondsUntilReady(home.path), 1), 's');
  } finally {
    home.remove();
  }
}

function secondsUntilReady(home: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['local/main.ts'], {
    env: { ...process.env, PORT: '0', VITRINE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let seconds: number | undefined;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += data;
        if (seconds !== undefined || !output.includes('ready at')) return;
        seconds = (performance.now() - startedAt) / 1000;
        child.kill('SIGTERM');
      });
    }
    child.once('exit', () =>
      seconds === undefined ? reject(new Error(`The local cloud did not become ready:\n${output}`)) : resolve(seconds),
    );
  });
}
