/** Defines the product as AWS resources. The CDK command runs this file. The local cloud calls `createApp`. */
import { App, Validations } from 'aws-cdk-lib';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { builtArtifacts, noArtifacts } from './artifacts.ts';
import { type MediaPublicKeys, unusablePublicKeys } from './constructs/media-delivery.ts';
import { rolloutOf } from './rollout.ts';
import { SecurityChecks } from './security-checks.ts';
import { edgeRegion, type Settings } from './settings.ts';
import { AlarmsStack, EdgeAlarmsStack } from './stacks/alarms-stack.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { AuthStack } from './stacks/auth-stack.ts';
import { CiStack } from './stacks/ci-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeLogsStack, EdgeStack } from './stacks/edge-stack.ts';
import { FilesStack } from './stacks/files-stack.ts';
import { RunsStack } from './stacks/runs-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import { settingsOfStage } from './stages/stages.ts';

export type AppOptions = {
  settings: Settings;
  outdir?: string;
  /** Skips the checks that only a deployment needs, because they take most of the time of a synthesis. */
  isLocal?: boolean;
  /** The folder of the built page. The default is web/dist. */
  site?: string | undefined;
  /** Uses empty files instead of the build results, and also skips the checks. This option is for callers that only read the templates. */
  skipAssets?: boolean;
  /**
   * The keys that verify the links to media. Without these keys, the template can be checked. But if such a template is deployed, no link
   * opens a file.
   */
  mediaPublicKeys?: MediaPublicKeys;
  /** The version of the secret that CloudFront sends to the API. By default, the current version at the time of the deployment. */
  originSecretVersion?: string | undefined;
  /** False if no alarm stops the deployment (see rollout.ts). */
  isMonitored?: boolean;
};

/** These values are not in cdk.json, because only CDK commands read cdk.json. Every caller must get the same templates. */
const cdkContext = {
  // The local cloud finds a function's files by this metadata.
  'aws:cdk:enable-asset-metadata': true,
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/core:validateAgainstDefaultRules': true,
  '@aws-cdk/core:checkSecretUsage': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  // Without these flags, CDK would not publish a new version after a change of a layer or of a property.
  '@aws-cdk/aws-lambda:recognizeLayerVersion': true,
  '@aws-cdk/aws-lambda:recognizeVersionProps': true,
};

/** The local cloud reads bundles and layers directly from the build folder, because copies would take most of its start time. */
const localContext = { [DISABLE_ASSET_STAGING_CONTEXT]: true };

/** The environment variable with the name of the stage, for the CDK command. */
export const stageVariable = 'VITRINE_STAGE';

/** The environment variable with the public keys of media, separated by a comma, for the CDK command. */
export const mediaKeysVariable = 'VITRINE_MEDIA_KEYS';

/** The environment variable that has the value `false` if no alarm stops the deployment, for the CDK command. */
export const monitoredVariable = 'VITRINE_MONITORED';

/** The environment variable with the version of the secret that CloudFront sends to the API, for the CDK command. */
export const originSecretVariable = 'VITRINE_ORIGIN_SECRET_VERSION';

export function createApp({
  settings,
  outdir,
  isLocal = false,
  site,
  skipAssets = false,
  mediaPublicKeys = unusablePublicKeys(),
  originSecretVersion,
  isMonitored = true,
}: AppOptions): App {
  const app = new App({
    ...(outdir && { outdir }),
    analyticsReporting: false,
    context: { ...cdkContext, ...(isLocal && localContext) },
  });
  if (!isLocal && !skipAssets) Validations.of(app).addPlugins(new SecurityChecks(app));

  const artifacts = skipAssets ? noArtifacts() : builtArtifacts(site);
  const name = (part: string) => `vitrine-${settings.stage}-${part}`;
  // If the account is known, CDK itself also refuses a deployment to another account.
  const environmentIn = (region: string) => ({ region, ...(settings.account && { account: settings.account }) });
  const common = { env: environmentIn(settings.region), crossRegionReferences: settings.region !== edgeRegion };

  const data = new DataStack(app, name('data'), { ...common, settings });
  const auth = new AuthStack(app, name('auth'), { ...common, settings });
  const rollout = rolloutOf(settings, isMonitored);
  const runs = new RunsStack(app, name('runs'), { ...common, settings, rollout, artifacts, data, auth });
  const api = new ApiStack(app, name('api'), { ...common, settings, rollout, artifacts, data, auth, runs });
  new FilesStack(app, name('files'), { ...common, api });
  const edge = new EdgeStack(app, name('edge'), { ...common, env: environmentIn(edgeRegion), settings });
  const web = new WebStack(app, name('web'), {
    ...common,
    settings,
    artifacts,
    data,
    auth,
    api,
    edge,
    mediaPublicKeys,
    originSecretVersion,
  });
  const isEdgeRegion = settings.region === edgeRegion;
  new AlarmsStack(app, name('alarms'), { ...common, settings, data, runs, api, edge: isEdgeRegion ? edge : undefined });
  if (!isEdgeRegion) {
    const env = environmentIn(edgeRegion);
    new EdgeAlarmsStack(app, name('edge-alarms'), { env, settings, edge });
    new EdgeLogsStack(app, name('edge-logs'), { ...common, env, settings, distribution: web.distribution });
  }
  if (settings.githubRepository) new CiStack(app, name('ci'), { ...common, settings, credentialKey: data.credentialKey });
  return app;
}

/** The CDK command passes `-c name=value` in this variable. Such settings are rejected, because the next deployment would not have them. */
function rejectSettingsInContext(context: Record<string, unknown> = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}')): void {
  const names = Object.keys(context).filter((name) => /^[A-Za-z]+$/.test(name));
  if (names.length > 0) throw new Error(`Enter ${names.join(', ')} in the file of the stage (infra/stages/), not in the CDK context.`);
}

function publicKeysIn(text: string | undefined): MediaPublicKeys | undefined {
  if (!text) return undefined;
  const [signing, spare, ...others] = text.split(',');
  if (!signing || !spare || others.length > 0) throw new Error(`${mediaKeysVariable} must contain two keys`);
  return [signing, spare];
}

if (import.meta.main) {
  rejectSettingsInContext();
  const settings = settingsOfStage(process.env[stageVariable] ?? 'prod');
  const mediaPublicKeys = publicKeysIn(process.env[mediaKeysVariable]);
  const isMonitored = process.env[monitoredVariable] !== 'false';
  const originSecretVersion = process.env[originSecretVariable] || undefined;
  createApp({ settings, isMonitored, originSecretVersion, ...(mediaPublicKeys && { mediaPublicKeys }) }).synth();
}
