import { rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createFunction, type LambdaFunction } from '../services/lambda/function.ts';
import type { Assembly, Resource } from '../template/assembly.ts';
import { region } from '../template/resolve.ts';
import { statementsOfRole } from './iam-role.ts';
import { arn, type Cloud, physicalName, type ResourceType } from './resource-type.ts';

type FunctionProperties = {
  Handler: string;
  Role: string;
  Timeout?: number;
  MemorySize?: number;
  Layers?: string[];
  Environment?: { Variables?: Record<string, string> };
};

/** AWS runs a thousand at once; two cores do better with few. Functions with native media take a core each. */
const environmentsMax = 10;
const nativeEnvironmentsMax = 3;
const defaultTimeoutSeconds = 3;
const defaultMemoryMb = 128;

const functionArn = (resource: Resource): string => arn('lambda', `function:${physicalName(resource)}`);

export const lambdaFunction: ResourceType = {
  type: 'AWS::Lambda::Function',
  properties: {
    reads: ['Description', 'Environment.Variables', 'EphemeralStorage.Size', 'Handler', 'Layers', 'MemorySize', 'Role', 'Timeout'],
    only: { Architectures: [['x86_64']], Runtime: ['nodejs24.x'] },
    ignores: {
      Code: 'The bundle is read from the folder of the asset, which the metadata names.',
      LoggingConfig: 'Logs go to the console.',
    },
  },
  isReplaced: isDeploymentHelper,
  ref: physicalName,
  attributes: { Arn: functionArn },
  standUp(resources, cloud) {
    // What a killed cloud's functions were at.
    rmSync(temporaryFolder(cloud), { recursive: true, force: true });
    for (const resource of resources) {
      if (isDeploymentHelper(resource, cloud.assembly)) continue;
      const lambda = createLambda(resource, cloud);
      cloud.functions.set(functionArn(resource), lambda);
      cloud.onStop(() => lambda.stop());
    }
  },
};

/** CDK's function that copies the site is called by CloudFormation; the local cloud copies it itself (see custom-bucket-deployment.ts). */
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

function createLambda(resource: Resource, cloud: Cloud): LambdaFunction {
  const properties = cloud.resolver.resolve<FunctionProperties>(resource.stack, resource.properties);
  const [module = 'index', handler = 'handler'] = properties.Handler.split('.');
  const layers = (properties.Layers ?? []).map((layerArn) => layerDirectory(layerArn, cloud));
  return createFunction({
    name: resource.id,
    arn: functionArn(resource),
    file: join(assetPath(resource, cloud), `${module}.cjs`),
    handler,
    memoryMb: properties.MemorySize ?? defaultMemoryMb,
    timeoutSeconds: properties.Timeout ?? defaultTimeoutSeconds,
    environmentsMax: layers.length > 0 ? nativeEnvironmentsMax : environmentsMax,
    hasNativeLayers: layers.length > 0,
    temporaryFolder: join(temporaryFolder(cloud), resource.id),
    variables: {
      ...properties.Environment?.Variables,
      ...cloud.lambdaVariables,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: cloud.iam.addFunction(resource.id, statementsOfRole(properties.Role, cloud)),
      AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
      ...(layers.length > 0 && { NODE_PATH: layers.join(':') }),
    },
    log: cloud.log,
  });
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
    only: { CompatibleArchitectures: [['x86_64']], CompatibleRuntimes: [['nodejs24.x']] },
    ignores: { Content: 'It is read from the folder of the asset, which the metadata names.', Description: 'It is for people.' },
  },
  ref: layerVersionArn,
};

/** Read by the callers that it lets in: the API and the schedules. */
export const lambdaPermission: ResourceType = {
  type: 'AWS::Lambda::Permission',
  properties: { reads: ['FunctionName', 'Principal', 'SourceArn'], only: { Action: ['lambda:InvokeFunction'] } },
};

/** Only schedules invoke functions asynchronously, and a schedule of the local cloud does not try again. */
export const lambdaEventInvokeConfig: ResourceType = {
  type: 'AWS::Lambda::EventInvokeConfig',
  properties: {
    reads: ['FunctionName'],
    only: { MaximumRetryAttempts: [0], Qualifier: ['$LATEST'] },
  },
};
