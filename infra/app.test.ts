import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { testSettings } from '#tests/fixtures/stage.ts';
import { defaultSynthesis, synthesize, synthesizeAgain } from '#tests/fixtures/synthesized.ts';
import { createApp } from './app.ts';
import { SecurityChecks, securityReportName } from './security-checks.ts';

const { stacks, all: resourcesOf } = defaultSynthesis();
const folder = mkdtempSync(join(tmpdir(), 'app-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('stacks', () => {
  test('are separated by life cycle and have the expected dependencies', () => {
    expect(Object.fromEntries(stacks.map(({ name, dependencies }) => [name, dependencies.toSorted()]))).toEqual({
      'vitrine-prod-data': [],
      'vitrine-prod-auth': [],
      'vitrine-prod-edge': [],
      'vitrine-prod-runs': ['vitrine-prod-auth', 'vitrine-prod-data'],
      'vitrine-prod-api': ['vitrine-prod-auth', 'vitrine-prod-data', 'vitrine-prod-runs'],
      'vitrine-prod-files': ['vitrine-prod-api', 'vitrine-prod-data', 'vitrine-prod-runs'],
      'vitrine-prod-web': ['vitrine-prod-api', 'vitrine-prod-auth', 'vitrine-prod-data', 'vitrine-prod-edge'],
      'vitrine-prod-alarms': ['vitrine-prod-api', 'vitrine-prod-data', 'vitrine-prod-runs'],
    });
  });

  test.each(stacks.map(({ name, resources }) => [name, resources.length] as const))(
    'the stack %s has %i resources, fewer than the limit of 500',
    (_, count) => {
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(450);
    },
  );

  test('all stacks are in the configured region, except the edge stack, which is in us-east-1', () => {
    const inOtherRegion = synthesize({ region: 'eu-central-1' });
    expect(Object.fromEntries(inOtherRegion.stacks.map(({ name, region }) => [name, region]))).toMatchObject({
      'vitrine-prod-data': 'eu-central-1',
      'vitrine-prod-web': 'eu-central-1',
      'vitrine-prod-edge': 'us-east-1',
    });
  });

  test('no function has more memory than the limit of a new AWS account', () => {
    const lambdas = resourcesOf('AWS::Lambda::Function').map(({ id, Properties }) => ({ id, memoryMb: Properties.MemorySize ?? 128 }));
    expect(lambdas.length).toBeGreaterThan(0);
    expect(lambdas.filter(({ memoryMb }) => memoryMb > 3008)).toEqual([]);
  });

  test('the stacks can be deployed only to the configured account', () => {
    const { stacks: stacksOfAccount } = synthesize({ account: '123456789012', region: 'eu-central-1' });
    expect(stacksOfAccount.map(({ account }) => account)).toEqual(stacksOfAccount.map(() => '123456789012'));
  });

  test('the stacks of two stages have different names', () => {
    const names = (synthesized: ReturnType<typeof synthesize>) => [
      ...synthesized.stacks.map(({ name }) => name),
      ...synthesized.all('AWS::SSM::Parameter').map(({ Properties }) => Properties.Name),
      ...synthesized.all('AWS::StepFunctions::StateMachine').map(({ Properties }) => Properties.StateMachineName),
      ...synthesized.all('AWS::CloudWatch::Dashboard').map(({ Properties }) => Properties.DashboardName),
      ...synthesized.all('AWS::Logs::LogGroup').map(({ Properties }) => Properties.LogGroupName),
    ];
    const production = new Set(names({ stacks, all: resourcesOf } as ReturnType<typeof synthesize>).filter(Boolean));
    expect(names(synthesize({ stage: 'test' })).filter((name) => production.has(name))).toEqual([]);
  });
});

test('a synthesis needs no AWS account, no credentials and no home folder', () => {
  for (const name of Object.keys(process.env)) if (/^(AWS|CDK)_/.test(name)) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', '');
  expect(synthesizeAgain().stacks).toHaveLength(stacks.length);
  vi.unstubAllEnvs();
});

test('no template contains a secret or an AWS account number', () => {
  for (const { Properties } of resourcesOf('AWS::SecretsManager::Secret'))
    expect(
      Properties.GenerateSecretString ??
        Object.values(JSON.parse(Properties.SecretString)).filter((text) => text && text !== 'not-set-yet'),
    ).toEqual(Properties.GenerateSecretString ?? []);
  expect(JSON.stringify(stacks)).not.toMatch(/\b\d{12}\b/);
});

test('every finding of the AWS rules has an explanation', () => {
  const app = createApp({ settings: testSettings(), outdir: folder, skipAssets: true });
  Validations.of(app).addPlugins(new SecurityChecks(app));
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {});
  // The synthesis stops if a finding has no explanation.
  expect(() => app.synth()).not.toThrow();
  errorLog.mockRestore();

  const accepted = JSON.parse(readFileSync(join(folder, securityReportName), 'utf8')) as Record<string, string>[];
  const rules = new Set(accepted.map(({ rule = '' }) => rule.replace(/\[.*/, '')));
  expect([...rules]).toEqual(expect.arrayContaining(['AwsSolutions-IAM5', 'AwsSolutions-S1']));
  for (const { rule, construct, reason = '' } of accepted) {
    expect(rule).toMatch(/^AwsSolutions-/);
    expect(construct).toMatch(/^vitrine-/);
    expect(reason.length).toBeGreaterThan(40);
  }
});
