import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testSettings } from '#tests/fixtures/stage.ts';
import { defaultSynthesis, synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { createApp } from '../app.ts';
import { SecurityChecks } from '../security-checks.ts';

const settings = { stage: 'test', githubRepository: 'example/vitrine' };
const { stacks, one } = synthesize(settings);

test('only jobs of the repository with the environment of the stage get the role', () => {
  const { AssumeRolePolicyDocument } = one('AWS::IAM::Role', 'DeployRole').Properties;
  expect(AssumeRolePolicyDocument.Statement).toEqual([
    expect.objectContaining({
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': 'repo:example/vitrine:environment:test',
        },
      },
    }),
  ]);
});

test('the role can change only the record of its stage, and cannot read secrets', () => {
  const { Statement } = toPlainValue(one('AWS::IAM::Policy', 'DeployRole').Properties.PolicyDocument);
  const actions = Statement.flatMap(({ Action }: { Action: string | string[] }) => Action);
  expect(actions.filter((action: string) => !/:(Get|Describe|List)/.test(action)).sort()).toEqual(['ssm:PutParameter', 'sts:AssumeRole']);
  expect(actions.join()).not.toContain('secretsmanager');
  expect(JSON.stringify(Statement)).toContain(':parameter/vitrine/test/deployment');
});

test('the stack does not exist without a repository', () => {
  expect(defaultSynthesis().stacks.map(({ name }) => name)).not.toContain('vitrine-prod-ci');
  expect(stacks.map(({ name }) => name)).toContain('vitrine-test-ci');
});

test('every finding of the AWS rules about the role and a complete stage has an explanation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const domain = {
    name: 'shop.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
    hostedZone: { id: 'Z1', name: 'example.com' },
  };
  const complete = testSettings({ ...settings, domain, alarmEmail: 'ops@example.com', monthlyBudgetDollars: 200 });
  const app = createApp({ settings: complete, outdir: folder, skipAssets: true });
  Validations.of(app).addPlugins(new SecurityChecks(app));
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => app.synth()).not.toThrow();
  errorLog.mockRestore();
});
