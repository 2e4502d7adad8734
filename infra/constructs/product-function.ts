/** Creates one Lambda function of the product from its spec in functions/. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, type ILayerVersion, Function as Lambda, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Artifacts } from '../artifacts.ts';
import { reservedConcurrency } from '../functions/reserved-concurrency.ts';
import type { FunctionSpec, LayerName } from '../functions/spec.ts';
import type { Settings } from '../settings.ts';
import { type Grantable, permissionsFor } from './permissions.ts';

export type ProductFunctionProps = {
  spec: FunctionSpec;
  settings: Settings;
  artifacts: Artifacts;
  grantable: Grantable;
  layers?: Partial<Record<LayerName, ILayerVersion>>;
  /**
   * True if a schedule invokes the function. Such a call is asynchronous, so Lambda could retry it. API Gateway and Step Functions wait for
   * the response, so Lambda never retries their calls.
   */
  isScheduled?: boolean;
};

export class ProductFunction extends Construct {
  readonly lambda: Lambda;

  constructor(scope: Construct, id: string, { spec, settings, artifacts, grantable, layers, isScheduled = false }: ProductFunctionProps) {
    super(scope, id);
    const { variables, statements } = permissionsFor(spec.grants, grantable);
    const logGroup = new LogGroup(this, 'Logs', { retention: RetentionDays.ONE_MONTH, removalPolicy: RemovalPolicy.DESTROY });
    // The role does not use AWS's managed policy, because that policy allows a function to write to the logs of every function.
    // The policy is a part of the role, because a separate policy is one more resource, and the number of resources of a stack is limited.
    const writeLogs = new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Grants: new PolicyDocument({ statements: [writeLogs, ...statements] }) },
    });

    this.lambda = new Lambda(this, 'Function', {
      description: spec.entry,
      code: Code.fromAsset(artifacts.bundle(spec.entry)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.X86_64,
      memorySize: spec.memoryMb,
      reservedConcurrentExecutions: reservedConcurrency(settings, spec),
      timeout: Duration.seconds(spec.timeoutSeconds),
      layers: (spec.layers ?? []).map((name) => layerOf(layers, name)),
      environment: { STAGE: settings.stage, ...variables },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // After a deployment, running executions still use the earlier versions.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      // By default, Lambda retries a failed asynchronous call. This is not needed here, because the next run of the schedule starts soon.
      ...(isScheduled && { retryAttempts: 0 }),
    });
  }
}

function layerOf(layers: ProductFunctionProps['layers'], name: LayerName): ILayerVersion {
  const layer = layers?.[name];
  if (!layer) throw new Error(`A function needs the layer ${name}, which does not exist`);
  return layer;
}
