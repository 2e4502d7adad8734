/** Builds the web app into web/dist. If the sources have not changed, keeps the existing build. */
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { contentHash, readBuildState, writeBuildState } from './content-hash.ts';
import { prerenderPages } from './prerender-pages.ts';

/** `local` allows sign-in over http on this machine. Every deployment uses `production`. */
export type WebMode = 'production' | 'local';
export type WebBuild = { mode: WebMode; isCached: boolean };
/** The name of this mode cannot be `local`, because Vite reserves this name. */
const viteModes: Record<WebMode, string> = { production: 'production', local: 'local-cloud' };
type BuildState = { hash: string; mode: WebMode };

const execute = promisify(execFile);

export async function buildWeb(folder: string, mode: WebMode = 'production'): Promise<WebBuild> {
  // Vite and esbuild run in other folders. There, a relative path would be wrong.
  const root = resolve(folder);
  const stateFile = join(root, '.build/web.json');
  const hash = contentHash({
    root,
    files: ['{web,shared,locales}/**', 'package.json', 'package-lock.json', 'tools/build/{web,prerender-pages,page-html,page-fonts}.ts'],
    exclude: ['web/dist', '**/*.test.*'],
    otherInputs: [mode],
  });
  if (readBuildState<BuildState>(stateFile)?.hash === hash && existsSync(join(root, 'web/dist/index.html')))
    return { mode, isCached: true };

  rmSync(stateFile, { force: true });
  await assertEnglishComplete(root);
  await buildSite(root, mode);
  writeBuildState(stateFile, { hash, mode } satisfies BuildState);
  return { mode, isCached: false };
}

/** English is the fallback for every other language, so the English texts must be complete (docs/spec.md 19.3). */
async function assertEnglishComplete(root: string): Promise<void> {
  // The import is inside the function, because the check loads a parser. If the page has not changed, the parser is not needed.
  const { checkEnglish } = await import('../checks/check-locales.ts');
  const findings = checkEnglish(root);
  if (findings.length > 0)
    throw new Error(
      `The English texts do not match the code of the page:\n${findings.map(({ path, line, message }) => `${path}:${line} ${message}`).join('\n')}`,
    );
}

/** Builds the web app into a folder, and prerenders the pages that the site sends as HTML. */
export async function buildSite(root: string, mode: WebMode, folder = join(root, 'web/dist')): Promise<void> {
  await runVite(root, mode, folder);
  await prerenderPages(root, resolve(folder));
}

/**
 * Vite runs in a separate process, so that it does not change the environment and the memory of this process. The path is absolute, because
 * Vite would resolve a relative path from web/.
 */
async function runVite(root: string, mode: WebMode, folder: string): Promise<void> {
  const script = join(root, 'node_modules/vite/bin/vite.js');
  try {
    const options = [
      '--config',
      'web/vite.config.ts',
      '--mode',
      viteModes[mode],
      '--outDir',
      resolve(folder),
      '--manifest',
      '--logLevel',
      'warn',
    ];
    await execute(process.execPath, [script, 'build', ...options], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`Vite could not build the web app:\n${stdout}${stderr}`, { cause });
  }
}
