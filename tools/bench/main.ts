/** `npm run bench`: prints one result per line, `name value unit`. With names as arguments, it runs only these benches. */
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
import { reviewBench } from './review.ts';
import { startBench } from './start.ts';
import { webBench } from './web.ts';
import { workbenchBench } from './workbench.ts';
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
  workbench: workbenchBench,
  review: reviewBench,
  zip: zipBench,
};

const requestedNames = process.argv.slice(2);
const unknown = requestedNames.find((name) => !Object.hasOwn(benches, name));
if (unknown) throw new Error(`There is no bench '${unknown}': choose from ${Object.keys(benches).join(', ')}`);

const [only] = requestedNames;
if (only && requestedNames.length === 1) await benches[only]?.((name, value, unit) => console.log(`${name} ${value} ${unit}`));
// Each bench runs in a separate process, so that memory of an earlier bench does not affect it.
else for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(benches)) run(name);

function run(name: string): void {
  const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
