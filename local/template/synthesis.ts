/**
 * Synthesizes the deployed app. A synthesis takes several seconds, so its result stays in the build folder. The next start with the same
 * inputs reads this result, without loading the CDK.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MediaPublicKeys } from '#infra/constructs/media-delivery.ts';
import type { Settings } from '#infra/settings.ts';
import { contentHash } from '#tools/build/content-hash.ts';
import { type Assembly, readStoredAssembly, storeAssembly } from './assembly.ts';

export type SynthesisOptions = {
  settings: Settings;
  mediaPublicKeys: MediaPublicKeys;
  /**
   * The folder of the built page. By default, web/dist. The result for a different folder is not kept, because the content of such a folder
   * has no stored hash.
   */
  site: string | undefined;
  /** The folder for a result that is not kept. */
  outdir: string;
};

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Older results are deleted. A result has about 60 MB. */
const resultsMax = 16;

/** @param folder the folder of the results */
export async function synthesize(
  { settings, mediaPublicKeys, site, outdir }: SynthesisOptions,
  folder = join(root, '.build/synthesis'),
): Promise<Assembly> {
  if (site !== undefined) return synthesizeInto(outdir);
  const directory = join(folder, keyOf({ settings, mediaPublicKeys }));
  if (existsSync(directory)) utimesSync(directory, new Date(), new Date());
  else {
    // The result gets its name after it is complete, because several clouds can start at the same time.
    const incompleteDirectory = `${directory}.${crypto.randomUUID()}`;
    await synthesizeInto(incompleteDirectory);
    moveInto(directory, incompleteDirectory);
    deleteOldResults(folder);
  }
  return readStoredAssembly(directory);

  async function synthesizeInto(target: string): Promise<Assembly> {
    mkdirSync(target, { recursive: true });
    process.env.CDK_VALIDATION = 'false';
    const { createApp } = await import('#infra/app.ts');
    return storeAssembly(createApp({ settings, outdir: target, isLocal: true, site, mediaPublicKeys }).synth());
  }
}

/** Everything that can change the templates: the definition of the resources, the built files, and the settings. */
export const keyOf = (inputs: Pick<SynthesisOptions, 'settings' | 'mediaPublicKeys'>): string =>
  contentHash({
    root,
    files: [
      '{infra,shared,tools/build}/**',
      'local/template/{assembly,synthesis}.ts',
      'package-lock.json',
      'docs/runbook.md',
      '.build/{lambdas,web}.json',
      '.build/layers/*.json',
    ],
    exclude: ['**/*.test.*'],
    otherInputs: [JSON.stringify(inputs), process.env.CDK_CONTEXT_JSON ?? ''],
  });

function moveInto(directory: string, incompleteDirectory: string): void {
  try {
    renameSync(incompleteDirectory, directory);
  } catch (error) {
    // Another process has stored the same result.
    if (!existsSync(directory)) throw error;
    rmSync(incompleteDirectory, { recursive: true, force: true });
  }
}

/** Also deletes the incomplete results of killed processes, because they become old. */
function deleteOldResults(folder: string): void {
  const lastUseMs = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = readdirSync(folder).sort((a, b) => lastUseMs(b) - lastUseMs(a));
  for (const name of names.slice(resultsMax)) rmSync(join(folder, name), { recursive: true, force: true });
}
