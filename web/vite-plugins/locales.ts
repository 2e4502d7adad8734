/** The translations are in the folder locales/ of the repository. This plugin makes them available at /locales/{lng}/common.json. */
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const address = /^\/locales\/([A-Za-z-]+)\/common\.json$/;

export function locales(folder: string): Plugin {
  let outDir = '';
  return {
    name: 'locales',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = address.exec(new URL(request.url ?? '/', 'http://localhost').pathname)?.[1];
        const file = language && join(folder, language, 'common.json');
        if (!file || !existsSync(file)) return next();
        response.setHeader('content-type', 'application/json; charset=utf-8');
        response.setHeader('cache-control', 'no-store');
        response.end(readFileSync(file));
      });
    },
    closeBundle() {
      if (outDir && this.environment.config.command === 'build') copyTexts(folder, join(outDir, 'locales'));
    },
  };
}

/** Copies only the texts. The other files in the folder are for translators. */
function copyTexts(from: string, to: string): void {
  for (const path of globSync('*/common.json', { cwd: from })) cpSync(join(from, path), join(to, path));
}
