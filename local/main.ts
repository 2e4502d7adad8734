/**
 * `npm start` runs the whole product on this machine. `--fresh` deletes the state of earlier starts. `--dev` adds hot reload of the page.
 * `--built` uses the files of an earlier build. `--verbose` prints every log line.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { buildForLocal } from '#tools/build/main.ts';
import { startLocalCloud } from './cloud.ts';
import { modesFrom } from './modes.ts';
import { describeStandIns } from './vendors/vendors.ts';

const defaultPort = 3000;

const { values: options } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    dev: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});

const startedAt = performance.now();
const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
const home = resolve(process.env.VITRINE_HOME ?? '.local');
const env = existsSync('.env') ? (parseEnv(readFileSync('.env', 'utf8')) as Record<string, string>) : {};

try {
  if (options.fresh) rmSync(home, { recursive: true, force: true });
  if (!options.built) await buildForLocal({ isDev: options.dev });
  const { origin, stop } = await startLocalCloud({
    home,
    port: portFrom(process.env.PORT),
    env,
    isDev: options.dev,
    modes: modesFrom(process.env),
    log,
  });
  console.log(`\n  Vitrine is ready at ${origin}  (${seconds()} s)`);
  console.log(`  Executions:  ${origin}/_local/executions`);
  console.log(`  Sent mail:   ${origin}/_local/mail`);
  for (const line of describeStandIns(env)) console.log(`  ${line}`);
  console.log('  Ctrl-C stops everything.\n');
  stopOnSignal(stop);
} catch (error) {
  console.error(`\n  Vitrine could not start: ${error instanceof Error ? error.message : error}\n`);
  if (options.verbose) console.error(error);
  process.exit(1);
}

function portFrom(text: string | undefined): number {
  const port = Number(text ?? defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, but is ${text}`);
  return port;
}

/** Functions log JSON lines. The terminal shows only warnings and errors, unless `--verbose` is set. */
function log(source: string, text: string): void {
  for (const line of text.split('\n'))
    if (line.trim() && (options.verbose || /"level":"(warn|error)"|error/i.test(line))) console.log(`[${source}] ${line}`);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      // A second Ctrl-C ends the process immediately.
      if (isStopping) process.exit(1);
      isStopping = true;
      await stop();
      process.exit(0);
    });
  }
}
