/** `npm run bench`: runs all benchmarks, or only the benchmarks in the arguments. Prints one result per line: `name value unit`. */
import { spawnSync } from 'node:child_process';
import { runAbuseBenchmark } from './abuse.ts';
import { runAdmissionBenchmark } from './admission.ts';
import { runBadFilesBenchmark } from './bad-files.ts';
import { runBatchBenchmark } from './batch.ts';
import { runBatchPageBenchmark } from './batch-page.ts';
import { runCheckBenchmark } from './check.ts';
import { runCropBenchmark } from './crop.ts';
import { runFinishBenchmark } from './finish.ts';
import { runImportBenchmark } from './import.ts';
import { runLambdaBenchmark } from './lambda.ts';
import { runLedgerBenchmark } from './ledger.ts';
import { runMediaBenchmark } from './media.ts';
import { runMemoryBenchmark } from './memory.ts';
import { runOrchestrationBenchmark } from './orchestration.ts';
import { runOrderBenchmark } from './order.ts';
import { runPackageBenchmark } from './package.ts';
import { runPollBenchmark } from './poll.ts';
import { runPreprocessBenchmark } from './preprocess.ts';
import type { Report } from './report.ts';
import { runReviewBenchmark } from './review.ts';
import { runStartBenchmark } from './start.ts';
import { runWebBenchmark } from './web.ts';
import { runWorkbenchBenchmark } from './workbench.ts';
import { runZipBenchmark } from './zip.ts';

const benchmarks: Record<string, (report: Report) => Promise<void>> = {
  start: runStartBenchmark,
  abuse: runAbuseBenchmark,
  admission: runAdmissionBenchmark,
  import: runImportBenchmark,
  lambda: runLambdaBenchmark,
  ledger: runLedgerBenchmark,
  batch: runBatchBenchmark,
  poll: runPollBenchmark,
  order: runOrderBenchmark,
  orchestration: runOrchestrationBenchmark,
  preprocess: runPreprocessBenchmark,
  'bad-files': runBadFilesBenchmark,
  check: runCheckBenchmark,
  crop: runCropBenchmark,
  finish: runFinishBenchmark,
  package: runPackageBenchmark,
  media: runMediaBenchmark,
  memory: runMemoryBenchmark,
  web: runWebBenchmark,
  'batch-page': runBatchPageBenchmark,
  workbench: runWorkbenchBenchmark,
  review: runReviewBenchmark,
  zip: runZipBenchmark,
};

const requestedNames = process.argv.slice(2);
const unknownName = requestedNames.find((name) => !Object.hasOwn(benchmarks, name));
if (unknownName) throw new Error(`There is no benchmark '${unknownName}': choose from ${Object.keys(benchmarks).join(', ')}`);

const [firstName] = requestedNames;
if (firstName && requestedNames.length === 1) await benchmarks[firstName]?.((name, value, unit) => console.log(`${name} ${value} ${unit}`));
// If several benchmarks run, each benchmark has its own process. So a benchmark does not change the memory of the next benchmark.
else for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(benchmarks)) runInProcess(name);

function runInProcess(name: string): void {
  const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
