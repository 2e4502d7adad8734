/**
 * Measures the bundles of the API functions, and how long their cold starts take. A cold start is the time from the start of the process to
 * the response of its first request. For comparison, a minimal handler that writes one item to DynamoDB is also measured. The functions and
 * the handler run in processes of the local cloud with the flags of Lambda. Lambda has no cache of compiled code, so the processes also
 * have no such cache.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtArtifacts } from '#infra/artifacts.ts';
import { apiBundles } from '#infra/functions/bundles.ts';
import { calls } from '#infra/functions/calls.ts';
import { wholeCoreMb } from '#infra/functions/spec.ts';
import { requiredEnv } from '#lambdas/platform/config.ts';
import { secret } from '#lambdas/platform/secrets.ts';
import { type EnvironmentSettings, startEnvironment } from '#local/aws/lambda/environment.ts';
import { region } from '#local/template/resolve.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { clipResponse, startTestCloud, type TestCloud } from '#tests/fixtures/cloud.ts';
import { grant } from '#tests/fixtures/grant.ts';
import { batchRequest, createPhoto, type Seller, signIn } from '#tests/fixtures/seller.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { bundleLambdas, readBundles } from '#tools/build/bundle.ts';
import { median } from './measure.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const largestShown = 5;
const roundsMax = 21;
const ledgerCents = 2_000;

export async function runLambdaBenchmark(report: Report): Promise<void> {
  reportBundles(report);
  const cloud = await startTestCloud();
  try {
    await reportColdStarts(cloud, report);
  } finally {
    await cloud.stop();
  }
}

function reportBundles(report: Report): void {
  const bundles = apiBundles(readBundles(root)).sort((a, b) => b.bytes - a.bytes);
  for (const { name, bytes, sdks } of bundles.slice(0, largestShown))
    console.error(`${name}: ${roundTo(bytes / 1000, 0)} kB${sdks.length > 0 ? ` with ${sdks.join(' and ')}` : ''}`);
  const withoutSdk = bundles.filter(({ sdks }) => sdks.length === 0);
  console.error('The largest API bundles without the SDK of a vendor:');
  for (const { name, bytes } of withoutSdk.slice(0, largestShown)) console.error(`${name}: ${roundTo(bytes / 1000, 0)} kB`);
  report('lambda.api_bundle_kb_max', roundTo((withoutSdk[0]?.bytes ?? 0) / 1000, 1), 'kB');
}

/** A function, its first request, and the status of its response. Each request reads or writes several items of DynamoDB. */
type Start = { name: string; file: string; event: object; status: number };

async function reportColdStarts(cloud: TestCloud, report: Report): Promise<void> {
  const folder = temporaryFolder('cold-starts');
  try {
    const starts = [await minimalStart(), ...(await apiStarts(cloud))];
    const milliseconds = new Map(starts.map(({ name }) => [name, [] as number[]]));
    // The functions are measured in turns, so that other work of the machine affects all of them in the same way.
    for (let round = 0; round < roundsMax; round++)
      for (const start of starts) milliseconds.get(start.name)?.push(await measureStart(start, cloud, folder.path));
    const medians = new Map([...milliseconds].map(([name, values]) => [name, median(values)]));
    const minimal = medians.get('minimal') ?? Number.NaN;
    for (const [name, value] of medians) console.error(`${name}: ${roundTo(value, 0)} ms, ratio ${roundTo(value / minimal)}`);
    report('lambda.cold_ratio', roundTo(Math.max(...medians.values()) / minimal), 'x');
  } finally {
    folder.remove();
  }
}

async function measureStart({ name, file, event, status }: Start, { cloud }: TestCloud, temporary: string): Promise<number> {
  const { accessKeyId, secretAccessKey } = cloud.credentials;
  const output: string[] = [];
  const settings: EnvironmentSettings = {
    name,
    file,
    handler: 'handler',
    variables: { ...variablesOf(), ...cloud.lambdaVariables, AWS_REGION: region, NODE_DISABLE_COMPILE_CACHE: '1' },
    layers: [],
    credentials: () => ({ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }),
    memoryMb: wholeCoreMb,
    runsAs: 'process',
    temporaryFolder: temporary,
    log: (_, text) => void output.push(text),
  };
  const startedAt = performance.now();
  const environment = startEnvironment(settings);
  await environment.initialized;
  const reply = await environment.run({ json: JSON.stringify(event), requestId: 'bench', deadlineMs: Date.now() + 15_000 });
  const ms = performance.now() - startedAt;
  await environment.kill();
  const response = JSON.parse(reply.json ?? '{}') as { statusCode?: number; body?: string };
  if (response.statusCode !== status) throw new Error(`${name} failed: ${JSON.stringify(reply)} ${output.join('')}`);
  return ms;
}

/** The variables that the template sets for all functions. startTestCloud has copied them to the environment. */
const variablesOf = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && /^(TABLE_|MEDIA_|STAGE$|ORIGIN_|USER_POOL)|_ARN$|_PARAMETER$/.test(entry[0]),
    ),
  );

const minimalSource = `import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
const client = new DynamoDBClient({});
export const handler = async () => {
  await client.send(new PutItemCommand({
    TableName: process.env.TABLE_DAILY_USES,
    Item: { user_id: { S: 'bench' }, day_use: { S: 'bench' } },
  }));
  return { statusCode: 200 };
};
`;

/**
 * Bundles the minimal handler with the settings of the product. The folder is inside the repository, so that the packages of the product
 * are found.
 */
async function minimalStart(): Promise<Start> {
  const folder = join(root, '.build/bench');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'lambdas/bench'), { recursive: true });
  writeFileSync(join(folder, 'lambdas/bench/minimal.lambda.ts'), minimalSource);
  const { bytes } = await bundleLambdas(folder);
  console.error(`minimal: ${roundTo(bytes / 1000, 0)} kB`);
  return { name: 'minimal', file: join(folder, '.build/lambdas/bench-minimal/index.cjs'), event: {}, status: 200 };
}

async function apiStarts(cloud: TestCloud): Promise<Start[]> {
  await cloud.fal.script('', clipResponse);
  const seller = await signIn(cloud.origin);
  await grant(seller.userId, ledgerCents);
  const { batchId } = await seller.run(['A ceramic cup']);
  await seller.until(batchId);
  const { key } = await seller.upload(await createPhoto());
  const upload = { fileName: 'photo.jpg', contentType: 'image/jpeg', sizeBytes: 1000, folder: 'temp-images' };
  const tooExpensive = batchRequest(Array.from({ length: 100 }, (_, index) => ({ itemId: `item-${index}`, uploadKey: key })));
  return [
    await startOf('getProfile', seller, {}, 200),
    await startOf('listTransactions', seller, {}, 200),
    await startOf('getBatch', seller, { pathParameters: { batchId } }, 200),
    await startOf('createUpload', seller, { body: JSON.stringify(upload) }, 201),
    // The last transaction of the call checks the balance, so the whole call runs, but no vendor gets an order.
    await startOf('createBatch', seller, { body: JSON.stringify({ ...tooExpensive, items: tooExpensive.items.slice(0, 20) }) }, 402),
  ];
}

async function startOf(name: EndpointName, { userId }: Seller, request: object, status: number): Promise<Start> {
  const claims = { token_use: 'access', sub: userId, username: userId, iat: Math.floor(Date.now() / 1000) };
  const event = {
    headers: { 'x-origin-secret': await secret(requiredEnv('ORIGIN_SECRET_ARN')), 'x-viewer-address': '198.51.100.7' },
    requestContext: {
      http: { method: endpoints[name].method, sourceIp: '198.51.100.7' },
      timeEpoch: Date.now(),
      authorizer: { jwt: { claims } },
    },
    ...request,
  };
  return { name, file: join(builtArtifacts().bundle(calls[name].entry), 'index.cjs'), event, status };
}
