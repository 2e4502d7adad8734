import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { stoppingAlarmName, stoppingAlarms } from '#infra/settings.ts';
import {
  account,
  cloudFormation,
  completeStage,
  distribution,
  errorOf,
  mediaPublicKeys,
  now,
  resetAccount,
  setStacks,
  ssm,
  stackOf,
  sts,
  toolkitStack,
} from '#tests/fixtures/aws-account.ts';
import { testSettings } from '#tests/fixtures/stage.ts';
import { synthesize } from '#tests/fixtures/synthesized.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { createCdk, type Templates } from './cdk.ts';
import { type DeployOptions, deploy } from './deploy.ts';

beforeEach(() => {
  resetAccount();
  // The log of the test contains each change of the AWS account, in the order of the changes.
  ssm.on(PutParameterCommand).callsFake(({ Value }: { Value: string }) => {
    steps.push(JSON.parse(Value).finishedAt ? 'record: finished' : 'record: started');
    return {};
  });
  steps = [];
});

let steps: string[] = [];

type StoppingAlarm = (typeof stoppingAlarms)[number];

/** Runs a deployment with a fake CDK command. The command writes its arguments to a file. */
async function run({
  settings = completeStage,
  options = {},
  agrees = true,
  failing,
}: {
  settings?: Partial<typeof completeStage>;
  options?: DeployOptions;
  agrees?: boolean;
  /** The subcommand of CDK that fails. */
  failing?: string;
} = {}) {
  const folder = temporaryFolder('deploy');
  onTestFinished(() => folder.remove());
  const [script, log] = [join(folder.path, 'cdk.cjs'), join(folder.path, 'log')];
  writeFileSync(
    script,
    `const words = process.argv.slice(2);
     require('node:fs').appendFileSync(${JSON.stringify(log)}, process.env.VITRINE_STAGE + ': ' + words.join(' ') + '\\n');
     process.exit(words[0] === ${JSON.stringify(failing)} ? 1 : 0);`,
  );
  const output: string[] = [];
  let monitored: string | undefined;
  const checkedSettings = testSettings(settings);
  const cdk = createCdk(checkedSettings, script);
  const logStep =
    <Parameters extends unknown[]>(name: string, step: (...parameters: Parameters) => Promise<void>) =>
    async (...parameters: Parameters) => {
      steps.push(name);
      await step(...parameters);
    };
  const tools = {
    cdk: {
      synthesize: logStep('synth', async (templates: Templates) => {
        monitored = String(templates.isMonitored);
        await cdk.synthesize(templates);
      }),
      diff: logStep('diff', cdk.diff),
      deploy: logStep('deploy', cdk.deploy),
    },
    build: logStep('build', async () => {}),
    confirm: async (question: string) => {
      steps.push(question);
      return agrees;
    },
    print: (text: string) => output.push(text),
    now: () => now,
    fetch: async () => Response.error(),
    pause: async () => {},
  };
  const dns = { resolveCname: async () => [distribution], resolve4: async () => [], resolveNs: async () => [] };
  const result = await deploy(checkedSettings, { now, dns, ...options }, tools).catch((error: Error) => error.message);
  const commands = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { result, commands, monitored, output: output.join('\n') };
}

const question = `Deploy these changes to the stage prod in ${account}?`;

describe('a deployment', () => {
  test('a deployment first shows the changes, and changes the account only after the confirmation', async () => {
    const { commands } = await run();
    expect(steps).toEqual(['build', 'synth', 'diff', question, 'record: started', 'deploy', 'record: finished']);
    const app = expect.stringContaining('.build/deploy/prod');
    expect(commands.map((line) => line.split(' '))).toEqual([
      ['prod:', 'synth', '--quiet', '--output', app],
      ['prod:', 'diff', '--app', app, '--method', 'template'],
      ['prod:', 'deploy', 'vitrine-prod-data', 'vitrine-prod-auth', 'vitrine-prod-edge', '--app', app, ...exclusively],
      ['prod:', 'deploy', 'vitrine-prod-runs', 'vitrine-prod-api', 'vitrine-prod-files', 'vitrine-prod-web', '--app', app, ...exclusively],
      ['prod:', 'deploy', 'vitrine-prod-alarms', 'vitrine-prod-edge-alarms', 'vitrine-prod-edge-logs', '--app', app, ...exclusively],
    ]);
  });
  const exclusively = ['--exclusively', '--require-approval', 'never'];

  test('a deployment asks no question in CI', async () => {
    await run({ options: { isConfirmed: true } });
    expect(steps).not.toContain(question);
    expect(steps).toContain('deploy');
  });

  test('a deployment stores the settings before the first change, so that a repeated deployment knows them after a crash', async () => {
    await run({ failing: 'deploy' });
    const { Name, Value } = ssm.commandCalls(PutParameterCommand)[0]?.args[0].input ?? {};
    expect(Name).toBe('/vitrine/prod/deployment');
    expect(JSON.parse(Value ?? '')).toEqual({ settings: testSettings(completeStage), startedAt: now.toISOString(), mediaPublicKeys });
    expect(steps).not.toContain('record: finished');
  });

  test('a failed first deployment of a stage can be repeated', async () => {
    ssm.on(GetParameterCommand).rejects(errorOf('ParameterNotFound'));
    setStacks(toolkitStack);
    expect((await run({ failing: 'deploy' })).result).toMatch(/^"cdk deploy vitrine-prod-data .* failed with the exit code 1\.$/);
    resetAccount();
    steps = [];
    await run();
    expect(steps).toContain('deploy');
  });

  test('a deployment fails with a message if the site does not work afterwards', async () => {
    const { result, output } = await run();
    expect(result).toBe(false);
    expect(output).toContain('failed  landing page');
    expect(output).toContain('The stage prod is deployed, but the smoke test failed.');
  });

  test('a deployment contains the stack for CI if a repository is configured', async () => {
    const { commands } = await run({ settings: { ...completeStage, githubRepository: 'example/vitrine' } });
    expect(commands.join()).toContain('vitrine-prod-edge vitrine-prod-ci');
  });
});

describe('alarms', () => {
  const arnOf = (name: StoppingAlarm) => `arn:aws:cloudwatch:eu-central-1:123456789012:alarm:${stoppingAlarmName('prod', name)}`;
  const setAlarms = (...names: StoppingAlarm[]) => {
    setStacks(toolkitStack, stackOf('vitrine-prod-data'), stackOf('vitrine-prod-alarms'));
    cloudFormation.on(ListStackResourcesCommand, { StackName: 'vitrine-prod-alarms' }).resolves({
      StackResourceSummaries: names.map((name) => ({
        LogicalResourceId: `${name}Alarm0A1B`,
        PhysicalResourceId: stoppingAlarmName('prod', name),
        ResourceType: 'AWS::CloudWatch::Alarm',
        LastUpdatedTimestamp: now,
        ResourceStatus: 'CREATE_COMPLETE' as const,
      })),
    });
  };

  test('alarms of defects stop the deployment of the code, but not of the data and of the alarms', async () => {
    setAlarms('UnexpectedErrors', 'ApiServerErrors');
    const [, , foundation, code, alarms] = (await run()).commands;
    const arns = [arnOf('UnexpectedErrors'), arnOf('ApiServerErrors')].join(' ');
    expect(code).toContain(` --rollback-trigger-alarm-arns ${arns} --monitoring-time-minutes 5`);
    expect(`${foundation}${alarms}`).not.toContain('rollback-trigger');
  });

  test('alarms are ignored if the operator requires it', async () => {
    setAlarms(...stoppingAlarms);
    const { commands, monitored } = await run({ options: { isUnmonitored: true } });
    expect(commands.join()).not.toContain('rollback-trigger');
    expect(monitored).toBe('false');
  });

  test('if any alarm is missing, a deployment has no canary, because CodeDeploy needs existing alarms', async () => {
    expect((await run()).monitored).toBe('false');
    setAlarms(...stoppingAlarms.slice(1));
    expect((await run()).monitored).toBe('false');
    setAlarms(...stoppingAlarms);
    expect((await run()).monitored).toBe('true');
  });

  test('the alarms that stop a deployment exist, and CloudFormation accepts their number', () => {
    const names = synthesize()
      .all('AWS::CloudWatch::Alarm')
      .map(({ id }) => id);
    for (const name of stoppingAlarms) expect(names.filter((id) => id.startsWith(`${name}Alarm`))).toHaveLength(1);
    expect(stoppingAlarms.length).toBeLessThanOrEqual(5);
  });
});

describe('nothing is built or deployed', () => {
  const expectNothing = ({ commands }: Awaited<ReturnType<typeof run>>) => {
    expect(steps).toEqual([]);
    expect(commands).toEqual([]);
    expect(ssm.commandCalls(PutParameterCommand)).toEqual([]);
  };

  test.each<[string, () => void, Partial<typeof completeStage>, string]>([
    ['with the credentials of another account', () => sts.on(GetCallerIdentityCommand).resolves({ Account: '2' }), {}, 'AWS_PROFILE'],
    ['without credentials', () => sts.on(GetCallerIdentityCommand).rejects(errorOf('CredentialsProviderError')), {}, 'Sign in'],
    ['in an account that is not prepared', () => setStacks(), {}, 'npx cdk bootstrap'],
    ['if a configured value is missing', () => {}, { google: undefined }, 'Enter it again'],
    ['if the stage is deployed in another region', () => {}, { region: 'us-west-2' }, 'already deployed in eu-central-1'],
    [
      'if other stacks have the name of the stage',
      () => ssm.on(GetParameterCommand).rejects(errorOf('ParameterNotFound')),
      {},
      'Use another stage name',
    ],
  ])('nothing is built or deployed %s', async (_, prepare, changes, sentence) => {
    prepare();
    const response = await run({ settings: { ...completeStage, ...changes } });
    expect(response.result).toBe(false);
    expect(response.output).toContain('Nothing is deployed until these points are solved:');
    expect(response.output).toContain(sentence);
    expectNothing(response);
  });

  test('nothing is built or deployed if only the preflight is requested', async () => {
    const response = await run({ options: { isCheckOnly: true } });
    expect(response.result).toBe(true);
    expectNothing(response);
  });
});

describe('nothing is deployed', () => {
  const expectUnchanged = ({ commands }: Awaited<ReturnType<typeof run>>) => {
    expect(commands.filter((line) => line.includes(': deploy'))).toEqual([]);
    expect(ssm.commandCalls(PutParameterCommand)).toEqual([]);
  };

  test('nothing is deployed if the operator does not agree', async () => {
    const response = await run({ agrees: false });
    expect(response).toMatchObject({ result: false, output: expect.stringContaining('Nothing was changed.') });
    expectUnchanged(response);
  });

  test.each(['synth', 'diff'])('nothing is deployed if "cdk %s" fails', async (failing) => {
    const response = await run({ failing });
    expect(response.result).toMatch(/failed with the exit code 1\.$/);
    expectUnchanged(response);
  });
});
