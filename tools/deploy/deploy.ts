/** Deploys a stage in this order: preflight, build, diff, confirmation, deployment, smoke test. Nothing changes before the confirmation. */
import { type Settings, stoppingAlarms } from '#infra/settings.ts';
import { type Cdk, findStoppingAlarms } from './cdk.ts';
import type { Finding } from './finding.ts';
import { planMediaKeys, storeMediaKeys, switchMediaKey } from './media-keys.ts';
import { planOriginSecret, storeOriginSecret } from './origin-secret.ts';
import { formatFindings, type PreflightOptions, preflight } from './preflight.ts';
import { type DeploymentRecord, writeRecord } from './record.ts';
import { ensureSigningCertificates } from './signing-certificates.ts';
import { formatSmoke, type SmokeResult, smoke } from './smoke.ts';
import { findStack, outputOf, stackName } from './stacks.ts';

export type DeployOptions = PreflightOptions & {
  /** Runs only the preflight. */
  isCheckOnly?: boolean;
  /** Deploys without a question, for CI. */
  isConfirmed?: boolean;
  /** Alarms do not stop the deployment. An operator needs this option to deploy a fix while an alarm is active. */
  isUnmonitored?: boolean;
  /** `switch`: the spare key signs all new links to media. `replace`: the deployment replaces the spare key by a new key. */
  mediaKey?: 'switch' | 'replace' | undefined;
  /** If true, the secret that CloudFront sends to the API gets a new value. */
  isOriginSecretRotated?: boolean;
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
  /** Waits before a smoke check is repeated, and during a rotation. */
  pause?(ms: number): Promise<void>;
};

/**
 * @returns true if the stage is deployed and works. With `isCheckOnly`, true if the preflight found no problem that stops a deployment.
 * @throws Error if the build or CDK fails
 */
export async function deploy(settings: Settings, options: DeployOptions, tools: DeployTools): Promise<boolean> {
  const { cdk, build, confirm, print, now, pause = wait } = tools;
  const findings = await preflight(settings, options);
  print(formatFindings(findings));
  if (isBlocked(findings)) return false;
  if (options.isCheckOnly) return true;
  if (options.mediaKey === 'switch') return switchKey(settings, options, tools);

  const mediaKeys = await planMediaKeys(settings, options.mediaKey === 'replace');
  const originSecret = await planOriginSecret(settings, options.isOriginSecretRotated);
  const alarmArns = options.isUnmonitored ? [] : await findStoppingAlarms(settings, settings.account ?? '');
  await build();
  await cdk.synthesize({
    mediaPublicKeys: mediaKeys.publicKeys,
    originSecretVersion: originSecret.version,
    isMonitored: alarmArns.length === stoppingAlarms.length,
  });
  await cdk.diff();
  if (!options.isConfirmed && !(await confirm(`Deploy these changes to the stage ${settings.stage} in ${settings.account}?`))) {
    print('Nothing was changed.');
    return false;
  }
  const { publicKeys, deployedKeys } = mediaKeys;
  const record: DeploymentRecord = {
    settings,
    startedAt: now().toISOString(),
    ...(deployedKeys && { mediaPublicKeys: deployedKeys }),
    ...(originSecret.deployedVersion && { originSecretVersion: originSecret.deployedVersion }),
  };
  await writeRecord(settings.stage, record);
  if (originSecret.isRotated) print('The functions need six minutes until all of them accept the new secret of CloudFront.');
  await storeOriginSecret(settings, originSecret, pause);
  await cdk.deploy(alarmArns, async () => {
    if (await ensureSigningCertificates(settings, now())) print('The key of the content credentials has new certificates.');
    if (publicKeys === deployedKeys) return;
    // If the command stops between these two writes, the next deployment creates new keys again.
    await storeMediaKeys(settings, mediaKeys);
    await writeRecord(settings.stage, { ...record, mediaPublicKeys: publicKeys });
  });
  await writeRecord(settings.stage, {
    ...record,
    mediaPublicKeys: publicKeys,
    ...(originSecret.version && { originSecretVersion: originSecret.version }),
    finishedAt: now().toISOString(),
  });
  return verify(settings, options, tools);
}

async function switchKey(settings: Settings, { isConfirmed }: DeployOptions, { confirm, print }: DeployTools): Promise<boolean> {
  if (!isConfirmed && !(await confirm(`Sign the links to media of the stage ${settings.stage} with the spare key?`))) {
    print('Nothing was changed.');
    return false;
  }
  await switchMediaKey(settings);
  print('The spare key signs all new links within five minutes. Links of the other key are valid for at most two more hours.');
  return true;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const isBlocked = (findings: readonly Finding[]): boolean => findings.some(({ isBlocking }) => isBlocking);

/** Runs the smoke test. Prints the remaining tasks of the operator, for example to enter the address of a new site. */
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
