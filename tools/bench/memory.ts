/** Measures the memory of the local cloud: the peak while it makes ten videos, and the memory after two minutes without use. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { batchRequest, createPhoto, signIn } from '#tests/fixtures/seller.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const videoCount = 10;
const sampleMs = 1000;
const idleSeconds = 120;
const timeLimitMs = 10 * 60 * 1000;

export async function runMemoryBenchmark(report: Report): Promise<void> {
  const home = temporaryFolder('bench-memory');
  const child = spawn(process.execPath, ['local/main.ts'], {
    env: { ...process.env, PORT: '0', VITRINE_HOME: home.path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const origin = await originOf(child);
    const pid = Number(child.pid);
    let peakMb = 0;
    const sampleTimer = setInterval(() => (peakMb = Math.max(peakMb, treeMb(pid))), sampleMs);
    const seller = await signIn(origin);
    giveCredits(home.path, seller.userId);
    const { key } = await seller.upload(await createPhoto());
    const request = batchRequest(Array.from({ length: videoCount }, () => ({ uploadKey: key, model: 'veo3', aspectRatio: '1:1' })));
    const { status, body } = await seller.call('POST', '/api/batches', request);
    if (status !== 202) throw new Error(`The batch was rejected: ${JSON.stringify(body)}`);
    const batch = await seller.until(request.batchId, undefined, timeLimitMs);
    clearInterval(sampleTimer);
    if (batch.status !== 'completed') throw new Error(`The batch ended with the status ${batch.status}`);
    await wait(idleSeconds * 1000);
    report('local.rss_peak_mb', roundTo(peakMb, 0), 'MB');
    report('local.rss_idle_mb', roundTo(treeMb(pid), 0), 'MB');
  } finally {
    child.kill('SIGTERM');
    home.remove();
  }
}

function giveCredits(home: string, userId: string): void {
  const parameters = ['credit', userId, '100', '--reference', 'bench', '--reason', 'bench', '--local'];
  const { status, stderr } = spawnSync(process.execPath, ['tools/ops/main.ts', ...parameters], {
    env: { ...process.env, VITRINE_HOME: home },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The credits were rejected: ${stderr}`);
}

function originOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (data) => {
      output += data;
      const [, origin] = /ready at (http:\S+)/.exec(output) ?? [];
      if (origin) resolve(origin);
    });
    child.once('exit', () => reject(new Error(`The local cloud did not start:\n${output}`)));
  });
}

/** Returns the memory of a process and its descendants. Shared memory is divided between the processes. */
function treeMb(root: number): number {
  const parents = new Map(numbersIn('/proc').map((pid) => [pid, Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1])]));
  const isInTree = (pid: number | undefined): boolean => pid !== undefined && pid > 1 && (pid === root || isInTree(parents.get(pid)));
  const kilobytes = [...parents.keys()]
    .filter(isInTree)
    .map((pid) => Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, kilobytesOfProcess) => sum + kilobytesOfProcess, 0) / 1024;
}

const numbersIn = (folder: string): number[] => readdirSync(folder).map(Number).filter(Number.isInteger);

/** Reads a file of /proc. Returns an empty text if the process has ended in the meantime. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
