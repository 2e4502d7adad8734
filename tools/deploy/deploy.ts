/** Deploys a stage: preflight, build, diff, confirmation, deployment, smoke test. Nothing is changed before the confirmation. */
import type { Settings } from '#infra/settings.ts';
import { type Cdk, findStoppingAlarms } from './cdk.ts';
import type { Finding } from './finding.ts';
import { formatFindings, type PreflightOptions, preflight } from './preflight.ts';
import { writeRecord } from './record.ts';
import { formatSmoke, type SmokeResult, smoke } from './smoke.ts';
import { findStack, outputOf, stackName } from './stacks.ts';

export type DeployOptions = PreflightOptions & {
  /** Only the preflight runs. */
  isCheckOnly?: boolean;
  /** Deploys without a question, for CI. */
  isConfirmed?: boolean;
  /** Alarms do not stop the deployment. A fix needs this option while an alarm is set off. */
  isUnmonitored?: boolean;
};

/** The parts that a test replaces. */
export type DeployTools = {
  cdk: Cdk;
  build(): Promise<void>;
  /** Asks the operator. Returns false if the operator does not agree. */
  confirm(question: string): Promise<boolean>;
  print(text: string): void;
  now(): Date;
  fetch?: typeof globalThis.fetch;
  /** Waits before a smoke check is repeated. */
  pause?(ms: number): Promise<void>;
};

/**
 * @returns whether the stage is deployed and works, or whether the preflight found no blocking point.
 * @throws Error if the build or CDK fails
 */
export async function deploy(settings: Settings, options: DeployOptions, tools: DeployTools): Promise<boolean> {
  const { cdk, build, confirm, print, now } = tools;
  const findings = await preflight(settings, options);
  print(formatFindings(findings));
  if (isBlocked(findings)) return false;
  if (options.isCheckOnly) return true;

  await build();
  await cdk.synthesize();
  await cdk.diff();
  if (!options.isConfirmed && !(await confirm(`Deploy these changes to the stage ${settings.stage} in ${settings.account}?`))) {
    print('Nothing was changed.');
    return false;
  }
  const alarmArns = options.isUnmonitored ? [] : await findStoppingAlarms(settings, settings.account ?? '');
  const startedAt = now().toISOString();
  await writeRecord(settings.stage, { settings, startedAt });
  await cdk.deploy(alarmArns);
  await writeRecord(settings.stage, { settings, startedAt, finishedAt: now().toISOString() });
  return verify(settings, options, tools);
}

const isBlocked = (findings: readonly Finding[]): boolean => findings.some(({ isBlocking }) => isBlocking);

/** Runs the smoke test, and prints the points that are still open, for example the address of a new site. */
async function verify(settings: Settings, options: DeployOptions, { print, fetch, pause }: DeployTools): Promise<boolean> {
  const { stage, region, siteOrigin, google } = settings;
  const distribution = outputOf(await findStack(region, stackName(stage, 'web')), 'DistributionName');
  // Before the second deployment, Cognito knows neither the site nor Google.
  const checksSignIn = Boolean(siteOrigin && google);
  const origin = siteOrigin ?? `https://${distribution}`;
  const results: SmokeResult[] = await smoke(origin, { stage, checksSignIn, ...(fetch && { fetch }) }, pause);
  print(`The smoke test of ${origin}:\n${formatSmoke(results)}`);
  print(formatFindings(await preflight(settings, options)));
  const isPassed = results.every(({ problem }) => !problem);
  print(
    isPassed
      ? `The stage ${stage} is deployed: ${origin}`
      : `The stage ${stage} is deployed, but the smoke test failed. Solve the problem, or deploy the version before this one (docs/deploy.md).`,
  );
  return isPassed;
}
