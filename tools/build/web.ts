/** Builds the page with Vite into web/dist, unless nothing has changed. */
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { contentHash, readNote, writeNote } from './content-hash.ts';

/** `local` allows sign-in over http on this machine. A deployment always uses `production`. */
export type WebMode = 'production' | 'local';
export type Web = { mode: WebMode; cached: boolean };
/** Vite reserves the name `local`. */
const viteModes: Record<WebMode, string> = { production: 'production', local: 'local-cloud' };
type Note = { hash: string; mode: WebMode };

const run = promisify(execFile);

export async function buildWeb(root: string, mode: WebMode = 'production'): Promise<Web> {
  const note = join(root, '.build/web.json');
  const hash = contentHash({
    root,
    files: ['{web,shared,locales}/**', 'package.json', 'package-lock.json', 'tools/build/web.ts'],
    exclude: ['web/dist', '**/*.test.*'],
    otherInputs: [mode],
  });
  if (readNote<Note>(note)?.hash === hash && existsSync(join(root, 'web/dist/index.html'))) return { mode, cached: true };

  rmSync(note, { force: true });
  await assertEnglishComplete(root);
  await vite(root, mode);
  writeNote(note, { hash, mode } satisfies Note);
  return { mode, cached: false };
}

/** English is the fallback for every other language, so it must be complete (docs/spec.md 19.3). */
async function assertEnglishComplete(root: string): Promise<void> {
  // The check is imported only here, because it loads a parser that a cached build does not need.
  const { checkEnglish } = await import('../checks/check-locales.ts');
  const faults = checkEnglish(root);
  if (faults.length > 0)
    throw new Error(
      `The English texts do not match the code of the page:\n${faults.map((one) => `${one.path}:${one.line} ${one.message}`).join('\n')}`,
    );
}

/**
 * Builds the page into a folder. Vite runs in a separate process, so that it does not change the environment and memory of this process.
 * The path is absolute, because Vite resolves a relative path from web/.
 */
export async function vite(root: string, mode: WebMode, folder = join(root, 'web/dist')): Promise<void> {
  const script = join(root, 'node_modules/vite/bin/vite.js');
  try {
    const options = ['--config', 'web/vite.config.ts', '--mode', viteModes[mode], '--outDir', resolve(folder), '--logLevel', 'warn'];
    await run(process.execPath, [script, 'build', ...options], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`Vite could not build the page:\n${stdout}${stderr}`, { cause });
  }
}
