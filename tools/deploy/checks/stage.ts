/** Checks that this stage is not another installation, and that the last deployment left no broken stack. */
import type { Stack } from '@aws-sdk/client-cloudformation';
import { blocker, type Check, type Finding, fileOf, note } from '../finding.ts';
import { readRecord } from '../record.ts';
import { findRemovedSettings } from '../removed-settings.ts';
import { findStack, findStacks, outputOf, stackName } from '../stacks.ts';

type Options = {
  /** True if the operator confirms that stacks without a record belong to this stage. */
  isAdopted: boolean;
  /** The names of the settings that the operator wants to remove. */
  removed: readonly string[];
};

export const checkStage =
  ({ isAdopted, removed }: Options): Check =>
  async ({ settings }) => {
    const { stage, region } = settings;
    const record = await readRecord(stage);
    if (record && record.settings.region !== region)
      return [
        blocker(
          `The stage ${stage} is already deployed in ${record.settings.region}, but ${fileOf(settings)} names the region ${region}. Data cannot move between regions: use another stage name for a new installation, or enter region: '${record.settings.region}'.`,
        ),
      ];
    const stacks = await findStacks(settings);
    if (!record && stacks.length > 0 && !isAdopted)
      return [
        blocker(
          `This account already contains ${stacks.map(({ StackName }) => StackName).join(', ')}, but no record of a deployment with this command. Use another stage name for a new installation. If these stacks belong to this stage, compare their settings with ${fileOf(settings)} and add --adopt.`,
        ),
      ];
    const removals = record ? findRemovedSettings(record.settings, settings).filter(({ path }) => !removed.includes(path)) : [];
    return [
      ...removals.map(({ path, value }) =>
        blocker(
          `The deployed stage has ${path}: '${value}', but ${fileOf(settings)} does not contain it. Enter it again. If you want to remove it, add --remove ${path}.`,
        ),
      ),
      ...stacks.flatMap((stack) => checkStatus(stack)),
      ...(await checkSiteOrigin(settings)),
    ];
  };

function checkStatus({
  StackName: name,
  StackStatus: status = 'CREATE_COMPLETE',
  EnableTerminationProtection: isProtected,
}: Stack): Finding[] {
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS')
    return [blocker(`Another deployment changes the stack ${name} (${status}). Wait until it has ended.`)];
  if (['UPDATE_ROLLBACK_FAILED', 'ROLLBACK_FAILED', 'DELETE_FAILED', 'UPDATE_FAILED'].includes(status))
    return [
      blocker(
        `The stack ${name} is in the status ${status}, in which CloudFormation accepts no deployment. Read its events in the console, remove the cause, and run "npx cdk rollback ${name}".`,
      ),
    ];
  if (!['ROLLBACK_COMPLETE', 'CREATE_FAILED'].includes(status)) return [];
  return isProtected
    ? [
        blocker(
          `The first deployment of the stack ${name} failed (${status}), and the stack is protected against deletion. Run "aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${name}", so that this command can create it again.`,
        ),
      ]
    : [note(`The first deployment of the stack ${name} failed (${status}). This deployment deletes the stack and creates it again.`)];
}

/** A stage without a domain gets its address from the first deployment. The second deployment needs this address as a setting. */
async function checkSiteOrigin(settings: Parameters<Check>[0]['settings']): Promise<Finding[]> {
  const { stage, region, domain, siteOrigin } = settings;
  if (domain) return [];
  const name = outputOf(await findStack(region, stackName(stage, 'web')), 'DistributionName');
  if (!name)
    return siteOrigin
      ? []
      : [note('The address of the site does not exist yet. This deployment creates it and says how to enter it. Then deploy again.')];
  const origin = `https://${name}`;
  if (!siteOrigin) return [note(`Sign-in and uploads accept only localhost. Enter siteOrigin: '${origin}' in ${fileOf(settings)}.`)];
  return siteOrigin === origin
    ? []
    : [blocker(`The address of the site is ${origin}, but siteOrigin is '${siteOrigin}'. Enter siteOrigin: '${origin}'.`)];
}
