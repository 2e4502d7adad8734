/** The HTTP API, and its calls except those for files (files-stack.ts). */
import { RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { Artifacts } from '../artifacts.ts';
import { type CallContext, callNames, createCalls } from '../constructs/api-calls.ts';
import { GradualCalls } from '../constructs/gradual-calls.ts';
import type { Grantable } from '../constructs/permissions.ts';
import { fileCalls } from '../functions/file-calls.ts';
import type { Rollout } from '../rollout.ts';
import type { Settings } from '../settings.ts';
import type { AuthStack } from './auth-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { RunsStack } from './runs-stack.ts';

type ApiStackProps = StackProps & {
  settings: Settings;
  rollout: Rollout;
  artifacts: Artifacts;
  data: DataStack;
  auth: AuthStack;
  runs: RunsStack;
};

/** The limit for all sellers together. A page with three running batches sends about one request per second. */
const requestsPerSecondMax = 500;
const burstMax = 1000;

export class ApiStack extends Stack {
  readonly api: HttpApi;
  /** CloudFront adds this secret to every call. The functions respond 404 to a call without the current or the previous value. */
  readonly originSecret: Secret;
  /** All that a call needs. Other stacks add their calls to the same API. */
  readonly callContext: CallContext;

  constructor(scope: Construct, id: string, { settings, rollout, artifacts, data, auth, runs, ...props }: ApiStackProps) {
    super(scope, id, { ...props, description: 'Vitrine: the HTTP API' });

    this.originSecret = new Secret(this, 'OriginSecret', {
      description: 'Proves that a call came through the site',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    Validations.of(this.originSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront reads the value only during a deployment, so a scheduled rotation would break the site. `npm run deploy -- <stage> --origin-secret rotate` rotates it without an interruption (docs/runbook.md).',
    });

    this.api = new HttpApi(this, 'Api', { createDefaultStage: false, description: 'Vitrine' });
    this.createStage();
    const authorizer = new HttpUserPoolAuthorizer('SignedIn', auth.userPool, { userPoolClients: [auth.client] });
    const grantable: Grantable = {
      tables: data.tables,
      media: data.media,
      secrets: {
        origin: this.originSecret,
        webhook: runs.webhookSecret,
        emailMarks: data.emailMarkSecret,
        mediaSigning: data.mediaSigningSecret,
      },
      vendorSecrets: runs.vendorSecrets,
      providers: settings.providers,
      imageHost: settings.imageHost,
      work: runs.workMachines,
      orderSchedules: runs.orderSchedules,
      lateVideo: runs.lateVideo,
      siteOriginParameter: runs.siteOriginParameter,
      mediaLinksParameter: runs.mediaLinksParameter,
      archive: runs.archive,
      accountExport: runs.accountExport,
      fileCheck: runs.fileCheck,
      finish: runs.finish,
      package: runs.package,
      signer: runs.signer,
      userPool: auth.userPool,
      ...(auth.mail && { mail: auth.mail }),
    };
    this.callContext = { settings, artifacts, grantable, httpApi: this.api, authorizer, completions: runs };
    const gradualCalls = new GradualCalls(this, 'GradualCalls', rollout);
    createCalls(
      this,
      callNames.filter((name) => !fileCalls.has(name)),
      { ...this.callContext, gradualCalls },
    );
  }

  private createStage(): void {
    const logs = new LogGroup(this, 'AccessLogs', { retention: RetentionDays.THREE_MONTHS, removalPolicy: RemovalPolicy.DESTROY });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecondMax, burstLimit: burstMax },
      accessLogSettings: { destination: new LogGroupLogDestination(logs), format: AccessLogFormat.custom(accessLogLine) },
    });
  }
}

/**
 * The log contains the caller, the route and the result. The log never contains the query, because the query of a webhook contains the
 * proof of its sender.
 */
const accessLogLine = JSON.stringify({
  time: '$context.requestTime',
  requestId: '$context.requestId',
  ip: '$context.identity.sourceIp',
  user: '$context.authorizer.claims.sub',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  bytes: '$context.responseLength',
  error: '$context.error.message',
  functionError: '$context.integrationErrorMessage',
});
