/** Runs the CDK command in a separate process. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { mediaKeysVariable, monitoredVariable, originSecretVariable, stageVariable } from '#infra/app.ts';
import type { MediaPublicKeys } from '#infra/constructs/media-delivery.ts';
import { edgeRegion, type Settings, stoppingAlarmNames } from '#infra/settings.ts';
import { listResources, type StackPart, stackName } from './stacks.ts';

const root = join(import.meta.dirname, '../..');
export const cdkScript = join(root, 'node_modules/aws-cdk/bin/cdk');

/** CloudFormation watches the alarms during this time after each update. If an alarm goes off, CloudFormation restores the stack. */
const monitoredMinutes = 5;

export type Templates = {
  /** The keys that verify the links to media. */
  mediaPublicKeys: MediaPublicKeys;
  /** The version of the secret that CloudFront sends to the API. */
  originSecretVersion: string | undefined;
  /** False if no alarm stops the deployment (infra/rollout.ts). */
  isMonitored: boolean;
};

export type Cdk = {
  synthesize(templates: Templates): Promise<void>;
  diff(): Promise<void>;
  /**
   * @param alarmArns the alarms that stop the deployment. The list is empty in the first deployment.
   * @param beforeCode runs after the deployment of the data stack and before the deployment of the code.
   */
  deploy(alarmArns: readonly string[], beforeCode: () => Promise<void>): Promise<void>;
};

export function createCdk(settings: Settings, script = cdkScript): Cdk {
  const folder = join(root, '.build/deploy', settings.stage);
  const runWith = (variables: Record<string, string>, ...parameters: string[]) =>
    runNode([script, ...parameters], { [stageVariable]: settings.stage, ...variables });
  const run = (...parameters: string[]) => runWith({}, ...parameters);
  const deployStacks = (parts: readonly StackPart[], ...options: string[]) =>
    run(
      'deploy',
      ...parts.map((part) => stackName(settings.stage, part)),
      '--app',
      folder,
      '--exclusively',
      '--require-approval',
      'never',
      ...options,
    );
  return {
    synthesize: ({ mediaPublicKeys, originSecretVersion = '', isMonitored }) =>
      runWith(
        {
          [mediaKeysVariable]: mediaPublicKeys.join(),
          [originSecretVariable]: originSecretVersion,
          [monitoredVariable]: String(isMonitored),
        },
        'synth',
        '--quiet',
        '--output',
        folder,
      ),
    // This method reads only the templates. The other methods create a change set in the account.
    diff: () => run('diff', '--app', folder, '--method', 'template'),
    async deploy(alarmArns, beforeCode) {
      const { foundation, code, alarms } = stepsFor(settings);
      await deployStacks(foundation);
      await beforeCode();
      const triggers = ['--rollback-trigger-alarm-arns', ...alarmArns, '--monitoring-time-minutes', String(monitoredMinutes)];
      await deployStacks(code, ...(alarmArns.length > 0 ? triggers : []));
      await deployStacks(alarms);
    },
  };
}

/** Alarms can stop only the stacks with code, because the alarms exist only in the region of these stacks. */
const stepsFor = ({ region, githubRepository }: Settings): Record<'foundation' | 'code' | 'alarms', StackPart[]> => ({
  foundation: ['data', 'auth', 'edge', ...(githubRepository ? (['ci'] as const) : [])],
  code: ['runs', 'api', 'files', 'web'],
  alarms: ['alarms', ...(region === edgeRegion ? [] : (['edge-alarms', 'edge-logs'] as const))],
});

/** Returns those of the deployed alarms that can stop a deployment. */
export async function findStoppingAlarms({ stage, region }: Settings, account: string): Promise<string[]> {
  const alarms = await listResources(region, stackName(stage, 'alarms'), 'AWS::CloudWatch::Alarm');
  return stoppingAlarmNames(stage)
    .filter((name) => alarms.some(({ PhysicalResourceId }) => PhysicalResourceId === name))
    .map((name) => `arn:aws:cloudwatch:${region}:${account}:alarm:${name}`);
}

function runNode(parameters: string[], variables: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables } });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`"cdk ${parameters.slice(1).join(' ')}" failed with the exit code ${code}.`)),
    );
  });
}
