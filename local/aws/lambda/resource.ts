import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { functionAlias } from '#infra/functions/canary-calls.ts';
import type { Modes } from '../../modes.ts';
import type { Assembly, Resource } from '../../template/assembly.ts';
import { region } from '../../template/resolve.ts';
import { arn, type Cloud, physicalName, type ResourceType } from '../../template/resource-type.ts';
import { statementsOfRole } from '../iam/resource.ts';
import { type Account, concurrencyMaxOfAws, createAccount, environmentsOfMachine } from './account.ts';
import { createFunction, type FunctionSettings, type LambdaFunction } from './function.ts';

type FunctionProperties = {
  Description?: string;
  Handler: string;
  Role: string;
  Timeout?: number;
  MemorySize?: number;
  ReservedConcurrentExecutions?: number;
  Layers?: string[];
  Environment?: { Variables?: Record<string, string> };
};

/**
 * In slow mode, the maximum number of processes is at least this number. It is enough for the calls of a page and the concurrent steps of a
 * batch.
 */
const slowProcessesMin = 8;
const defaultTimeoutSeconds = 3;
const defaultMemoryMb = 128;

const functionArn = (resource: Resource): string => arn('lambda', `function:${physicalName(resource)}`);

export const lambdaFunction: ResourceType = {
  type: 'AWS::Lambda::Function',
  properties: {
    reads: ['Description', 'Environment.Variables', 'Handler', 'Layers', 'MemorySize', 'ReservedConcurrentExecutions', 'Role', 'Timeout'],
    allowedValues: { Architectures: [['x86_64']], Runtime: ['nodejs24.x'] },
    ignores: {
      Code: 'The bundle is read from the folder of the asset, which the metadata names.',
      LoggingConfig: 'Logs go to the console.',
    },
  },
  isReplaced: isDeploymentHelper,
  ref: physicalName,
  attributes: { Arn: functionArn },
  startAll(resources, cloud) {
    // The functions of a killed local cloud may have left temporary files.
    rmSync(temporaryFolder(cloud), { recursive: true, force: true });
    const account = accountOf(cloud, resources);
    for (const resource of resources) {
      if (isDeploymentHelper(resource, cloud.assembly)) continue;
      const lambda = createLambda(resource, cloud, account);
      cloud.functions.set(functionArn(resource), lambda);
      cloud.onStop(() => lambda.stop());
    }
  },
};

/**
 * Returns whether the function is CDK's helper that copies the site. On AWS, CloudFormation calls the helper. The local cloud copies the
 * site itself (see custom-bucket-deployment.ts).
 */
function isDeploymentHelper({ stack, id }: Resource, { resources }: Assembly): boolean {
  return resources.some(
    (resource) =>
      resource.stack === stack &&
      resource.type === 'Custom::CDKBucketDeployment' &&
      isDeepStrictEqual(resource.properties.ServiceToken, { 'Fn::GetAtt': [id, 'Arn'] }),
  );
}

const temporaryFolder = ({ home }: Cloud): string => join(home, 'tmp');

const assetPath = ({ metadata }: Resource, { assembly }: Cloud): string => {
  const path = String(metadata['aws:asset:path'] ?? '');
  return isAbsolute(path) ? path : join(assembly.directory, path);
};

/** In harsh mode, the account has the concurrency limit of a new AWS account. */
const harshConcurrencyMax = 10;

/** Returns the quota of concurrent functions of the local account. */
export const concurrencyQuotaOf = ({ harsh }: Modes): number => (harsh ? harshConcurrencyMax : concurrencyMaxOfAws);
/**
 * In harsh mode, this share of the environments is replaced after an invocation. On AWS, an environment serves more invocations. With a
 * higher share, most of the processor time of the tests would be cold starts.
 */
const replacedShare = 0.01;

function accountOf(cloud: Cloud, resources: Resource[]): Account {
  const { modes, chance, environmentsMax: environmentsOfCloud = environmentsOfMachine() } = cloud;
  const { thread, process } = environmentsOfCloud;
  // In slow mode, every function runs in a process.
  const environmentsMax = { thread, process: modes.isSlow ? Math.max(process, slowProcessesMin) : process };
  const reservedTotal = resources
    .map(({ stack, properties }) => cloud.resolver.resolve<number | undefined>(stack, properties.ReservedConcurrentExecutions) ?? 0)
    .reduce((sum, count) => sum + count, 0);
  const limits = { environmentsMax, idleMsMax: cloud.environmentIdleMsMax, concurrencyMax: concurrencyQuotaOf(modes), reservedTotal };
  return createAccount(chance ? { ...limits, shouldReplace: () => chance('replaced environments') < replacedShare } : limits);
}

function createLambda(resource: Resource, cloud: Cloud, account: Account): LambdaFunction {
  const properties = cloud.resolver.resolve<FunctionProperties>(resource.stack, resource.properties);
  const [module = 'index', handler = 'handler'] = properties.Handler.split('.');
  const layers = (properties.Layers ?? []).map((layerArn) => layerDirectory(layerArn, cloud));
  const openSession = cloud.iam.addFunction(resource.id, statementsOfRole(properties.Role, 'lambda', cloud));
  const memoryMb = properties.MemorySize ?? defaultMemoryMb;
  const timeoutSeconds = properties.Timeout ?? defaultTimeoutSeconds;
  const settings: FunctionSettings = {
    name: resource.id,
    arn: functionArn(resource),
    file: join(assetPath(resource, cloud), `${module}.cjs`),
    handler,
    memoryMb,
    timeoutSeconds,
    ...(properties.ReservedConcurrentExecutions !== undefined && { reservedConcurrency: properties.ReservedConcurrentExecutions }),
    layers,
    runsAs: layers.length > 0 || cloud.modes.isSlow ? 'process' : 'thread',
    temporaryFolder: join(temporaryFolder(cloud), resource.id),
    variables: { ...properties.Environment?.Variables, ...cloud.lambdaVariables, AWS_REGION: region },
    credentials: () => {
      const { accessKeyId, secretAccessKey, sessionToken } = openSession();
      return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken };
    },
    log: cloud.log,
    ...(cloud.modes.isSlow && {
      reportUsage: (usage) => cloud.onUsage({ entry: String(properties.Description), memoryMb, timeoutSeconds, ...usage }),
    }),
  };
  return createFunction(settings, account);
}

function layerDirectory(layerArn: string, cloud: Cloud): string {
  const layer = cloud.assembly.resources.find(
    (resource) => resource.type === lambdaLayerVersion.type && layerVersionArn(resource) === layerArn,
  );
  if (!layer) throw new Error(`There is no layer ${layerArn}`);
  return join(assetPath(layer, cloud), 'nodejs', 'node_modules');
}

const layerVersionArn = (resource: Resource): string => arn('lambda', `layer:${physicalName(resource)}:1`);

export const lambdaLayerVersion: ResourceType = {
  type: 'AWS::Lambda::LayerVersion',
  properties: {
    allowedValues: { CompatibleArchitectures: [['x86_64']], CompatibleRuntimes: [['nodejs24.x']] },
    ignores: {
      Content: 'The content is read from the folder of the asset, which the metadata names.',
      Description: 'Only people read this text.',
    },
  },
  ref: layerVersionArn,
};

/** The local cloud keeps no earlier versions, so the version of each function has the number 1. */
const versionArn = ({ stack, properties }: Resource): string => {
  const { Ref: id } = properties.FunctionName as { Ref: string };
  return `${arn('lambda', `function:${stack}-${id}`)}:1`;
};

export const lambdaVersion: ResourceType = {
  type: 'AWS::Lambda::Version',
  properties: { reads: ['FunctionName'] },
  ref: versionArn,
  attributes: { Version: () => '1' },
};

const aliasArn = ({ stack, properties }: Resource): string => {
  const { Ref: id } = properties.FunctionName as { Ref: string };
  return `${arn('lambda', `function:${stack}-${id}`)}:${functionAlias}`;
};

/** The alias always calls the newest version. `codeDeployGroup` checks the update policy. */
export const lambdaAlias: ResourceType = {
  type: 'AWS::Lambda::Alias',
  properties: {
    reads: [
      'FunctionName',
      'FunctionVersion',
      'UpdatePolicy.CodeDeployLambdaAliasUpdate.ApplicationName',
      'UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName',
    ],
    allowedValues: { Name: [functionAlias] },
  },
  ref: aliasArn,
};

/** Returns the ARN of a function without its version or its alias. */
export const unqualifiedFunctionArn = (functionArn: string): string =>
  functionArn.replace(new RegExp(`(:function:[\\w-]+):(?:1|${functionAlias})$`), '$1');

/** Only schedules invoke functions asynchronously. A schedule of the local cloud never retries a failed invocation. */
export const lambdaEventInvokeConfig: ResourceType = {
  type: 'AWS::Lambda::EventInvokeConfig',
  properties: {
    reads: ['FunctionName'],
    allowedValues: { MaximumRetryAttempts: [0], Qualifier: ['$LATEST'] },
  },
};
