/**
 * Finds a Chromium for the browser tests. On Linux x64, this is the headless Chromium of an npm package, which is unpacked once. It has a
 * fixed version, and needs a seventh less time than an installed Chromium. On other platforms, it is an installed Chromium.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Chromium = { executablePath: string; env: Record<string, string> };

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const cache = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));
const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise, the headless Chromium rounds the width of each letter to whole pixels, which no usual browser does.
  '--font-render-hinting=none',
];

export async function findChromium(): Promise<Chromium> {
  const isInPackage = process.platform === 'linux' && process.arch === 'x64';
  const found = process.env.CHROMIUM_PATH ?? (isInPackage ? undefined : installed.find((path) => existsSync(path)));
  return found ? { executablePath: found, env: {} } : unpackedChromium();
}

/**
 * The package has two problems: a race condition when it unpacks, and it keeps an old binary after an upgrade. So each version has a
 * separate folder. The version is unpacked into a temporary folder, and this folder is then renamed.
 */
async function unpackedChromium(): Promise<Chromium> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const root = join(dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, version);
  if (!existsSync(join(folder, 'complete'))) await unpackInto(folder, join(root, 'bin'));
  const executablePath = join(folder, 'chromium');
  return { executablePath, env: environmentFor(executablePath, folder) };
}

async function unpackInto(folder: string, packed: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const temporaryFolder = mkdtempSync(join(cache, 'making-'));
  const { TMPDIR } = process.env;
  // The package always unpacks to the folder TMPDIR.
  process.env.TMPDIR = temporaryFolder;
  const { inflate } = await import('@sparticuz/chromium');
  for (const part of parts) await inflate(join(packed, part));
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  writeFileSync(
    join(temporaryFolder, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`,
  );
  writeFileSync(join(temporaryFolder, 'complete'), '');
  try {
    renameSync(temporaryFolder, folder);
  } catch {
    // Another process has already renamed its folder.
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

/** A minimal machine has no fonts and lacks some shared libraries. The package contains both. */
function environmentFor(executablePath: string, folder: string): Record<string, string> {
  const runsWithoutHelp = spawnSync(executablePath, ['--version']).status === 0;
  return {
    ...(!runsWithoutHelp && { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }),
    ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: join(folder, 'fonts') }),
  };
}
