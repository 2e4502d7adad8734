/** `npm run bench`: prints one result per line, `name value unit`. If the arguments are names of benches, it runs only these benches. */
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
const unknownName = requestedNames.find((name) => !Object.hasOwn(benches, name));
if (unknownName) throw new Error(`There is no bench '${unknownName}': choose from ${Object.keys(benches).join(', ')}`);

const [firstName] = requestedNames;
if (firstName && requestedNames.length === 1) await benches[firstName]?.((name, value, unit) => console.log(`${name} ${value} ${unit}`));
// Each of several benches runs in a separate process, so that the memory of an earlier bench does not affect the next bench.
else for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(benches)) runInProcess(name);

function runInProcess(name: string): void {
  const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
