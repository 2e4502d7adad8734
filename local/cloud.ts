/** Runs the whole product on one machine: reads the template that `cdk deploy` would deploy, and starts its resources. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localSettings } from '#infra/stages/local.ts';
import { batchLogFile, operatorsFile } from '#tools/ops/operators-file.ts';
import { createObjectCache } from './aws/cloudfront/object-cache.ts';
import { startDynamoDb } from './aws/dynamodb/dynamodb.ts';
import { startDynamoDbProxy } from './aws/dynamodb/dynamodb-proxy.ts';
import { neededPermissionOf } from './aws/iam/control-permissions.ts';
import { accessKeyIn, createIam } from './aws/iam/iam.ts';
import { storedSessionKey } from './aws/iam/sessions.ts';
import { openKeys } from './aws/kms/keys.ts';
import type { EnvironmentsMax } from './aws/lambda/account.ts';
import { handleInvocation } from './aws/lambda/invocation.ts';
import { concurrencyQuotaOf, unqualifiedFunctionArn } from './aws/lambda/resource.ts';
import { openObjectStore } from './aws/s3/store.ts';
import { openSecrets } from './aws/secrets-manager/secrets.ts';
import { createParameters } from './aws/ssm/parameters.ts';
import { handleStatesCall } from './aws/step-functions/api.ts';
import type { Clock } from './aws/step-functions/clock.ts';
import { startControl } from './base/control.ts';
import { createControlFaults } from './base/control-faults.ts';
import { freePort } from './base/free-port.ts';
import { openBatchLog } from './batch-log.ts';
import { createChance } from './chance.ts';
import { createHarshDynamoDb } from './harsh-mode.ts';
import { mediaKeysFile, openMediaKeys } from './media-keys.ts';
import { defaultModes, type Modes } from './modes.ts';
import { createResolver, region } from './template/resolve.ts';
import { arn, type Cloud, requireService, resourcesOf } from './template/resource-type.ts';
import { assertKnown, identityOf, resourceTypes } from './template/resource-types.ts';
import { synthesize } from './template/synthesis.ts';
import { startVendors } from './vendors/vendors.ts';

export type LocalCloudOptions = {
  /** Directory for state that is used again after a restart. */
  home: string;
  /** If true, nothing is used again after a restart. The tables are only in memory, so writes are much faster. */
  isTemporary?: boolean;
  /** The port of the site. 0 means any free port. */
  port: number;
  /** Values of `.env`. */
  env?: Record<string, string>;
  /** Receives the log lines of functions. */
  log?(source: string, text: string): void;
  /** Clock of the state machines. A test can use a faster clock. */
  clock?: Clock;
  /** Clock of the scheduled functions. By default, the clock of the state machines. */
  scheduleClock?: Clock | undefined;
  /** If true, the site serves the pages from their sources with hot reload, instead of the built pages. */
  isDev?: boolean;
  /** The folder of the built page. The default is web/dist. */
  siteFolder?: string | undefined;
  /** Modes that simulate difficult conditions. By default, all modes are off. */
  modes?: Modes;
  /** Maximum number of execution environments of each kind; by default, the memory of the machine determines the number. */
  environmentsMax?: EnvironmentsMax;
  /** An idle execution environment ends after this time. */
  environmentIdleMsMax?: number | undefined;
  /** Receives the usage of each invocation in slow mode. */
  onUsage?: Cloud['onUsage'];
};

export type LocalCloud = { origin: string; cloud: Cloud; stop(): Promise<void> };

export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { home, env = {}, log = () => {} } = options;
  mkdirSync(home, { recursive: true });
  const batchLog = openBatchLog(join(home, batchLogFile));
  const logAndKeep = (source: string, text: string) => {
    log(source, text);
    batchLog.add(source, text);
  };
  const stops: (() => Promise<void> | void)[] = [() => batchLog.close()];
  const stop = async () => {
    for (const stopService of stops.splice(0).reverse()) await stopService();
  };
  try {
    const cloud = await startServices({ ...options, env, log: logAndKeep }, (stopService) => stops.push(stopService));
    return { origin: cloud.origin, cloud, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

type StartOptions = LocalCloudOptions & { env: Record<string, string>; log(source: string, text: string): void };

async function startServices(
  {
    home,
    isTemporary = false,
    port,
    env,
    siteFolder,
    log,
    clock,
    scheduleClock = clock,
    isDev = false,
    modes = defaultModes,
    environmentsMax,
    environmentIdleMsMax,
    onUsage = () => {},
  }: StartOptions,
  onStop: Cloud['onStop'],
): Promise<Cloud> {
  const sitePort = port || (await freePort());
  const origin = `http://localhost:${sitePort}`;
  const mediaKeys = openMediaKeys(join(home, mediaKeysFile));
  const assembly = await synthesize({
    settings: localSettings(origin, env, concurrencyQuotaOf(modes)),
    mediaPublicKeys: mediaKeys.publicKeys,
    site: siteFolder,
    outdir: join(home, 'cdk.out'),
  });
  assertKnown(assembly);
  const secrets = openSecrets(join(home, 'secrets.json'));
  const resolver = createResolver(assembly, identityOf, (arn, key) => secrets.readText(arn, key));
  const dynamoDb = await startDynamoDb(isTemporary ? undefined : join(home, 'dynamodb.sqlite'));
  onStop(() => dynamoDb.stop());
  const iam = createIam(
    credentials.accessKeyId,
    (message) => log('iam', `error: ${message}`),
    storedSessionKey(join(home, 'sessions.key')),
  );
  const chance = modes.harsh && createChance(modes.harsh.seed);
  const harsh = chance && createHarshDynamoDb(chance, dynamoDb.url, assembly);
  if (harsh) onStop(() => harsh.delayedCopy.stop());
  const dynamoDbProxy = await startDynamoDbProxy(dynamoDb.url, iam, (table) => arn('dynamodb', `table/${table}`), harsh);
  onStop(() => dynamoDbProxy.stop());
  const cloud: Cloud = {
    home,
    origin,
    sitePort,
    isDev,
    modes,
    environmentsMax,
    environmentIdleMsMax,
    ...(chance && { chance }),
    ...(harsh && { delayedCopy: harsh.delayedCopy }),
    assembly,
    resolver,
    secrets,
    parameters: createParameters(),
    keys: openKeys(join(home, 'kms-keys.json')),
    dynamoDbUrl: dynamoDb.url,
    objects: openObjectStore(join(home, 's3')),
    siteCache: createObjectCache(),
    functions: new Map(),
    credentials,
    iam,
    lambdaVariables: { AWS_ENDPOINT_URL_DYNAMODB: dynamoDbProxy.url },
    // This is a copy, because a stand-in (a fake vendor) may add values to it. The functions also need these values, and read them from the
    // secrets of the template.
    env: { ...env, ...mediaKeys.secret },
    clock,
    scheduleClock,
    log,
    onUsage,
    onStop,
    invoke(functionArn, payload) {
      const lambda = cloud.functions.get(unqualifiedFunctionArn(functionArn));
      return lambda
        ? lambda.invoke(payload)
        : Promise.resolve({ error: { errorType: 'ResourceNotFoundException', errorMessage: functionArn } });
    },
  };
  const control = await startControl(
    {
      AWSStepFunctions: (operation, body) => handleStatesCall(requireService(cloud.states), operation, body),
      secretsmanager: (operation, body) => secrets.handleCall(operation, body),
      TrentService: (operation, body) => cloud.keys.handleCall(operation, body),
      Lambda: (_, body) => handleInvocation(body, (name, payload) => cloud.invoke(arn('lambda', `function:${name}`), payload)),
      Scheduler: (operation, body) => requireService(cloud.schedules).handleCall(operation, body),
      AmazonSSM: (operation, body) => cloud.parameters.handleCall(operation, body),
      AWSCognitoIdentityProviderService: (operation, body) => requireService(cloud.cognito).handleCall(operation, body),
    },
    ({ service, operation, body, authorization }) => {
      const need = neededPermissionOf(service, operation, body, {
        parameter: (name) => arn('ssm', `parameter${name}`),
        userPool: (id) => arn('cognito-idp', `userpool/${id}`),
        lambda: (name) => arn('lambda', `function:${name}`),
        schedule: (name) => arn('scheduler', `schedule/${name}`),
      });
      const accessKey = accessKeyIn(authorization);
      const denial = need && iam.checkPermission(accessKey, need.action, need.resource);
      if (denial || service !== 'Scheduler') return denial;
      // AWS also checks whether the caller may give the role to the schedule.
      return iam.checkPermission(accessKey, 'iam:PassRole', String((body.Target as { RoleArn?: unknown } | undefined)?.RoleArn));
    },
    chance && createControlFaults(chance, ({ authorization }) => iam.nameOf(accessKeyIn(authorization)) !== undefined),
  );
  onStop(() => control.stop());
  cloud.lambdaVariables.AWS_ENDPOINT_URL = control.url;
  Object.assign(cloud.lambdaVariables, await startVendors(cloud));
  for (const type of resourceTypes) await type.startAll?.(resourcesOf(cloud, type.type), cloud);
  onStop(writeOperatorsFile(cloud, dynamoDbProxy.url, control.url));
  return cloud;
}

/**
 * Writes the URLs of the services to a file. The operators' commands (tools/ops) read their environment variables from this file. The
 * returned function deletes the file.
 */
function writeOperatorsFile(
  { home, s3Url, credentials: { accessKeyId, secretAccessKey } }: Cloud,
  dynamoDbUrl: string,
  controlUrl: string,
): () => void {
  const file = join(home, operatorsFile);
  const variables = {
    AWS_ENDPOINT_URL: controlUrl,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDbUrl,
    ...(s3Url && { AWS_ENDPOINT_URL_S3: s3Url }),
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
