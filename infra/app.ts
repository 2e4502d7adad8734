/** Defines the product as AWS resources. The CDK command runs this file; the local cloud calls `createApp`. */
import { App, Validations } from 'aws-cdk-lib';
import { DISABLE_ASSET_STAGING_CONTEXT } from 'aws-cdk-lib/cx-api';
import { artifactsWith, noArtifacts } from './artifacts.ts';
import { SecurityChecks } from './security-checks.ts';
import { readSettings } from './settings.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { AuthStack } from './stacks/auth-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { RunsStack } from './stacks/runs-stack.ts';
import { WebStack } from './stacks/web-stack.ts';

export type AppOptions = {
  outdir?: string;
  siteOrigin?: string;
  /** The same values as for `cdk -c name=value` (settings.ts). */
  context?: Record<string, unknown>;
  /** Skips the checks that only a deployment needs. These checks take most of the time of a synthesis. */
  isLocal?: boolean;
  /** The folder of the built page; web/dist by default. */
  site?: string | undefined;
  /** Uses empty files instead of the build results, and also skips the checks. Callers that only read the templates use this option. */
  skipAssets?: boolean;
};

/** CloudFront accepts only a firewall in this region, even if the other stacks are in another region. */
const edgeRegion = 'us-east-1';

/** These values are not in cdk.json, because only CDK commands read cdk.json. Every caller must get the same templates. */
const cdkContext = {
  // The local cloud finds a function's files by this metadata.
  'aws:cdk:enable-asset-metadata': true,
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  '@aws-cdk/core:validateAgainstDefaultRules': true,
  '@aws-cdk/core:checkSecretUsage': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
};

/** The local cloud reads bundles and layers directly from the build folder, because copies would take most of its start time. */
const localContext = { [DISABLE_ASSET_STAGING_CONTEXT]: true };

export function createApp({ outdir, siteOrigin, context, isLocal = false, site, skipAssets = false }: AppOptions = {}): App {
  const app = new App({
    ...(outdir && { outdir }),
    analyticsReporting: false,
    context: { ...cdkContext, ...(isLocal && localContext), ...context, ...(siteOrigin && { siteOrigin }) },
  });
  if (!isLocal && !skipAssets) Validations.of(app).addPlugins(new SecurityChecks(app));

  const settings = readSettings(app.node);
  const artifacts = skipAssets ? noArtifacts() : artifactsWith(site);
  const name = (part: string) => `vitrine-${settings.stage}-${part}`;
  const common = { env: { region: settings.region }, crossRegionReferences: settings.region !== edgeRegion };

  const data = new DataStack(app, name('data'), { ...common, settings });
  const auth = new AuthStack(app, name('auth'), { ...common, settings });
  const runs = new RunsStack(app, name('runs'), { ...common, settings, artifacts, data, auth });
  const api = new ApiStack(app, name('api'), { ...common, settings, artifacts, data, auth, runs });
  const edge = new EdgeStack(app, name('edge'), { ...common, env: { region: edgeRegion } });
  new WebStack(app, name('web'), { ...common, settings, artifacts, data, auth, api, edge });
  return app;
}

if (import.meta.main) createApp().synth();
