/** Reads the AWS account before a deployment and reports what is missing. The preflight changes nothing. */
import { promises as systemDns } from 'node:dns';
import type { Settings } from '#infra/settings.ts';
import { checkBootstrap } from './checks/bootstrap.ts';
import { checkCredentials } from './checks/credentials.ts';
import { checkCertificate, checkDns, type Dns } from './checks/domain.ts';
import { checkMail } from './checks/mail.ts';
import { checkOperation } from './checks/operation.ts';
import { checkQuotas } from './checks/quotas.ts';
import { checkSecrets } from './checks/secrets.ts';
import { checkStage } from './checks/stage.ts';
import { blocker, type Check, type Finding, note } from './finding.ts';

export type PreflightOptions = { isAdopted?: boolean; removed?: readonly string[]; now?: Date; dns?: Dns };

type NamedCheck = { name: string; run: Check; isRequired?: boolean };

const checksOf = ({ isAdopted = false, removed = [], now = new Date(), dns = systemDns }: PreflightOptions): NamedCheck[] => [
  { name: 'preparation for CDK', run: checkBootstrap, isRequired: true },
  { name: 'deployed stage', run: checkStage({ isAdopted, removed }), isRequired: true },
  { name: 'certificate', run: checkCertificate(now), isRequired: true },
  { name: 'DNS records', run: checkDns(dns) },
  { name: 'quotas', run: checkQuotas },
  { name: 'mail', run: checkMail },
  { name: 'secrets', run: checkSecrets },
  { name: 'operation', run: checkOperation() },
];

/**
 * Returns all findings, blocking findings first. The check of the credentials is the first one. If it fails, the other checks do not run,
 * because they would read another account.
 */
export async function preflight(settings: Settings, options: PreflightOptions = {}): Promise<Finding[]> {
  const credentials = await checkCredentials(settings);
  if (!('account' in credentials)) return [credentials];
  const findings = await Promise.all(checksOf(options).map((check) => runCheck(check, { settings, ...credentials })));
  return findings.flat().sort((a, b) => Number(b.isBlocking) - Number(a.isBlocking));
}

/** If a required check cannot run, it blocks the deployment, because its result is unknown. */
async function runCheck({ name, run, isRequired = false }: NamedCheck, input: Parameters<Check>[0]): Promise<Finding[]> {
  try {
    return await run(input);
  } catch (error) {
    const text = `The check of the ${name} failed: ${error instanceof Error ? error.message : error}`;
    return [isRequired ? blocker(`${text}. Nothing is deployed without this check.`) : note(`${text}.`)];
  }
}

/** Returns the findings as text for the terminal. */
export function formatFindings(findings: readonly Finding[]): string {
  const list = (isBlocking: boolean) => findings.filter((one) => one.isBlocking === isBlocking).map(({ text }) => `  - ${text}`);
  const [blockers, notes] = [list(true), list(false)];
  return [
    ...(blockers.length > 0 ? ['Nothing is deployed until these points are solved:', ...blockers] : []),
    ...(notes.length > 0 ? ['These points are open, but do not prevent a deployment:', ...notes] : []),
    ...(findings.length === 0 ? ['The preflight found no open points.'] : []),
  ].join('\n');
}
