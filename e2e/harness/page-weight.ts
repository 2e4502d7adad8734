/** How heavy the built page is, in JavaScript as it travels. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const site = new URL('../../web/dist/', import.meta.url);

/** Scripts that index.html names: the entry and its static imports. */
export const landingScripts = (): string[] =>
  [...readFileSync(new URL('index.html', site), 'utf8').matchAll(/assets\/[^"]+\.js/g)].map(([path]) => path);

/** Chunks named after a page: what a route has of its own. */
export const ownChunks = (): string[] =>
  readdirSync(new URL('assets/', site))
    .filter((name) => /-page-[\w-]+\.js$/.test(name))
    .map((name) => `assets/${name}`);

/** Kilobytes (of a thousand bytes) of some of the site's scripts, each compressed by itself. */
export const scriptKilobytes = (paths: string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, site))).length, 0) / 1000;
