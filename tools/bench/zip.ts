/**
 * Measures the longest time for which a page blocks its main thread while it packs 50 videos of 2 MB. The actions of a user must not wait
 * for this work.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { build } from 'esbuild';
import { launchBrowser } from './browser.ts';
import { longestTaskMs } from './longest-task.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const fileCount = 50;
const fileBytes = 2 * 1024 * 1024;
/** The result is the best round, because the first round also compiles the code. */
const roundCount = 3;

type Measurement = { seconds: number; sizeBytes: number };
type Result = Measurement & { longestBlockMs: number };

export async function runZipBenchmark(report: Report): Promise<void> {
  const server = await startServer(await bundleScript());
  const browser = await launchBrowser();
  try {
    const results: Result[] = [];
    for (let round = 0; round < roundCount; round++) {
      results.push(await measure(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    }
    if (results.some(({ sizeBytes }) => sizeBytes < fileCount * fileBytes)) throw new Error('The archive does not contain all files');
    const lowest = (pick: (result: Result) => number) => Math.min(...results.map(pick));
    report(
      'zip.longest_block_ms',
      roundTo(
        lowest(({ longestBlockMs }) => longestBlockMs),
        0,
      ),
      'ms',
    );
    report('zip.seconds', roundTo(lowest(({ seconds }) => seconds)), 's');
  } finally {
    await browser.close();
    server.close().closeAllConnections();
  }
}

async function measure(browser: Browser, url: string): Promise<Result> {
  const page = await browser.newPage();
  let measurement: Measurement = { seconds: 0, sizeBytes: 0 };
  const longestBlockMs = await longestTaskMs(browser, page, async () => {
    await page.goto(url);
    measurement = await page.evaluate(() => (globalThis as unknown as { measurementPromise: Promise<Measurement> }).measurementPromise);
  });
  await page.close();
  return { ...measurement, longestBlockMs };
}

/** Bundles the product's own module for a page without other activity. */
async function bundleScript(): Promise<string> {
  const entry = `
    import { zipOf } from './web/src/features/download/zip.ts';
    async function measure() {
      const entries = Array.from({ length: ${fileCount} }, (_, n) => ({ name: n + '.mp4', url: '/' + n + '.mp4' }));
      const startedAt = performance.now();
      const { size } = await zipOf(entries, { signal: new AbortController().signal });
      return { seconds: (performance.now() - startedAt) / 1000, sizeBytes: size };
    }
    globalThis.measurementPromise = measure();`;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

async function startServer(script: string): Promise<Server> {
  const video = randomBytes(fileBytes);
  const pages: Record<string, [string, string | Buffer]> = {
    '/': ['text/html', '<!doctype html><script type="module" src="/bench.js"></script>'],
    '/bench.js': ['text/javascript', script],
  };
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = pages[url] ?? ['video/mp4', video];
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
