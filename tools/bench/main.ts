/** `npm run bench`: prints one result per line, `name value unit`. With names as arguments, only those benches run. */
import { spawnSync } from 'node:child_process';
import { abuseBench } from './abuse.ts';
import { badFilesBench } from './bad-files.ts';
import { batchBench } from './batch.ts';
import { batchPageBench } from './batch-page.ts';
import { cropBench } from './crop.ts';
import { ledgerBench } from './ledger.ts';
import { mediaBench } from './media.ts';
import { memoryBench } from './memory.ts';
import { preprocessBench } from './preprocess.ts';
import type { Report } from './report.ts';
import { startBench } from './start.ts';
import { webBench } from './web.ts';
import { zipBench } from './zip.ts';

const benches: Record<string, (report: Report) => Promise<void>> = {
  start: startBench,
  abuse: abuseBench,
  ledger: ledgerBench,
  batch: batchBench,
  preprocess: preprocessBench,
  'bad-files': badFilesBench,
  crop: cropBench,
  media: mediaBench,
  memory: memoryBench,
  web: webBench,
  'batch-page': batchPageBench,
  zip: zipBench,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(benches, name));
if (unknown) throw new Error(`There is no bench '${unknown}': choose from ${Object.keys(benches).join(', ')}`);

const [only] = asked;
if (only && asked.length === 1) await benches[only]?.((name, value, unit) => console.log(`${name} ${value} ${unit}`));
// Each bench runs in a separate process, so that none is affected by memory that another has left.
else for (const name of asked.length > 0 ? asked : Object.keys(benches)) run(name);

function run(name: string): void {
  const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
