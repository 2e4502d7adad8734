/**
 * Measures how fast the product packs the files of 150 products into a package, from storage to storage, and the memory of the process that
 * packs.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { wholeCoreMb } from '#infra/functions/spec.ts';
import type { PackagePlan } from '#lambdas/store/packages.ts';
import { nodeFlags } from '#local/aws/lambda/node-flags.ts';
import { bucket, credentials, startTestS3 } from '#local/aws/s3/testing.ts';
import { bundleLambdas } from '#tools/build/bundle.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const productCount = 150;
/** The sizes of the files of one product: a video and four pictures. */
const fileSizes = [4_800_000, 500_000, 500_000, 500_000, 500_000];
const fileCount = productCount * fileSizes.length;
const roundCount = 3;
const ref = { userId: 'bench', packageId: 'package' };

export async function runPackageBenchmark(report: Report): Promise<void> {
  await bundleLambdas(fileURLToPath(new URL('../..', import.meta.url)));
  const storage = await startTestS3();
  const environment = {
    AWS_ENDPOINT_URL_S3: storage.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    MEDIA_BUCKET: bucket,
  };
  try {
    Object.assign(process.env, environment);
    const totalBytes = await writeFiles();
    const measurements: { seconds: number; peakMb: number }[] = [];
    for (let round = 0; round < roundCount; round++) measurements.push(await packInProcess(environment));
    const { readPackage } = await import('#lambdas/store/packages.ts');
    const record = await readPackage(ref);
    if (record?.done !== fileCount || Number(record.parts[0]?.sizeBytes) < totalBytes) throw new Error('The package is not complete');
    report('package.mb_per_s', roundTo(totalBytes / 1_000_000 / median(measurements.map(({ seconds }) => seconds)), 0), 'MB/s');
    report('package.peak_mb', Math.max(...measurements.map(({ peakMb }) => peakMb)), 'MB');
  } finally {
    await storage.stop();
  }
}

/** Writes the finished files and the records of the package. @returns the total size of the files */
async function writeFiles(): Promise<number> {
  const { putObject } = await import('#lambdas/store/objects.ts');
  const { writePackage, writePlan } = await import('#lambdas/store/packages.ts');
  const files: PackagePlan['parts'][number] = [];
  const startedAt = new Date('2026-11-25T12:00:00Z').toISOString();
  for (let index = 0; index < fileCount; index++) {
    const sizeBytes = fileSizes[index % fileSizes.length] as number;
    const content = randomBytes(sizeBytes);
    const file = { key: `finished/bench/${index}.mp4`, path: `shopee/VT-${index}_1.mp4`, sizeBytes, madeAt: startedAt };
    await putObject(file.key, content, 'video/mp4');
    files.push({ ...file, sha256: createHash('sha256').update(content).digest('hex') });
  }
  await writePlan(ref, { texts: [{ name: 'manifest.csv', text: 'file\r\n'.repeat(fileCount) }], parts: [files] });
  await writePackage({
    ...{ ...ref, marketplace: 'shopee', language: 'en', attempt: 0, status: 'making', startedAt, done: 0, count: fileCount },
    ...{ parts: [{ fileName: 'package.zip', sizeBytes: 0 }], leftOut: { count: 0, isFinal: true, files: [] } },
  });
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** The bundle of the function that packs. It runs as on AWS: without the sources in TypeScript, and with the flags of Lambda. */
const bundle = fileURLToPath(new URL('../../.build/lambdas/package-make-part/index.cjs', import.meta.url));

/** `maxRSS` of the process can start with the maximum of the parent process, so the kernel's own value is read. */
const packing = `
  const { handler } = require(${JSON.stringify(bundle)});
  const startedAt = performance.now();
  handler(${JSON.stringify({ ...ref, part: 1 })}).then(() => {
    const seconds = (performance.now() - startedAt) / 1000;
    const [, kilobytes] = /^VmHWM:\\s+(\\d+) kB$/m.exec(require('node:fs').readFileSync('/proc/self/status', 'utf8'));
    console.log(JSON.stringify({ seconds, peakMb: Math.round(Number(kilobytes) / 1024) }));
  });
`;

/** Packs in a separate process, whose memory does not include the storage. The storage runs in the parent process. */
function packInProcess(environment: Record<string, string>): Promise<{ seconds: number; peakMb: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeFlags(wholeCoreMb), '--eval', packing], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(output) as { seconds: number; peakMb: number });
      else reject(new Error(`The package was not made: exit code ${code} ${output}`));
    });
  });
}
