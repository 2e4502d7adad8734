import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validations } from 'aws-cdk-lib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { synthesize } from '#tests/fixtures/synthesized.ts';
import { createApp } from './app.ts';
import { SecurityChecks } from './security-checks.ts';

const { stacks, all: resourcesOf } = synthesize();
const folder = mkdtempSync(join(tmpdir(), 'app-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('stacks', () => {
  test('are separated by life cycle and have the expected dependencies', () => {
    expect(Object.fromEntries(stacks.map(({ name, dependencies }) => [name, dependencies.sort()]))).toEqual({
      'vitrine-prod-data': [],
      'vitrine-prod-auth': [],
      'vitrine-prod-edge': [],
      'vitrine-prod-runs': ['vitrine-prod-auth', 'vitrine-prod-data'],
      'vitrine-prod-api': ['vitrine-prod-auth', 'vitrine-prod-data', 'vitrine-prod-runs'],
      'vitrine-prod-web': ['vitrine-prod-api', 'vitrine-prod-auth', 'vitrine-prod-data', 'vitrine-prod-edge'],
    });
  });

  test.each(stacks.map(({ name, resources }) => [name, resources.length] as const))(
    '%s has %i resources, far fewer than the limit of 500',
    (_, count) => {
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(400);
    },
  );

  test('are in the configured region, except the edge stack, which is in us-east-1', () => {
    const inOtherRegion = synthesize({ context: { region: 'eu-central-1' } });
    expect(Object.fromEntries(inOtherRegion.stacks.map(({ name, region }) => [name, region]))).toMatchObject({
      'vitrine-prod-data': 'eu-central-1',
      'vitrine-prod-web': 'eu-central-1',
      'vitrine-prod-edge': 'us-east-1',
    });
  });

  test('have no function with more memory than the limit of a new AWS account', () => {
    const lambdas = resourcesOf('AWS::Lambda::Function').map(({ id, Properties }) => ({ id, memoryMb: Properties.MemorySize ?? 128 }));
    expect(lambdas.length).toBeGreaterThan(0);
    expect(lambdas.filter(({ memoryMb }) => memoryMb > 3008)).toEqual([]);
  });

  test('have different names in two stages', () => {
    const names = (synthesized: ReturnType<typeof synthesize>) => [
      ...synthesized.stacks.map(({ name }) => name),
      ...synthesized.all('AWS::SSM::Parameter').map(({ Properties }) => Properties.Name),
      ...synthesized.all('AWS::StepFunctions::StateMachine').map(({ Properties }) => Properties.StateMachineName),
      ...synthesized.all('AWS::Logs::LogGroup').map(({ Properties }) => Properties.LogGroupName),
    ];
    const production = new Set(names({ stacks, all: resourcesOf } as ReturnType<typeof synthesize>).filter(Boolean));
    expect(names(synthesize({ context: { stage: 'test' } })).filter((name) => production.has(name))).toEqual([]);
  });
});

describe('settings', () => {
  test.each([
    [{ stage: 'Prod!' }, 'The stage must be a short word'],
    [{ domainName: 'vitrine.example' }, 'domainName and certificateArn must be set together'],
    [{ siteOrigin: 'https://vitrine.example/' }, 'siteOrigin must be an origin'],
    [{ promptProvider: 'mistral' }, /promptProvider must be one of gemini, openai/],
    [{ cloudinaryCloudName: 'demo' }, /cloudinaryCloudName and cloudinaryUploadPreset must be set together/],
    [{ videoProvider: 'openai' }, /videoProvider must be one of fal, gemini/],
  ])('are rejected: %j', (context, message) => {
    expect(() => synthesize({ context })).toThrow(message);
  });
});

test('a synthesis needs no AWS account, no credentials and no home folder', () => {
  for (const name of Object.keys(process.env)) if (/^(AWS|CDK)_/.test(name)) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', '');
  expect(synthesize().stacks).toHaveLength(stacks.length);
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
  const app = createApp({ outdir: folder, skipAssets: true });
  Validations.of(app).addPlugins(new SecurityChecks(app));
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {});
  // A finding without an explanation stops the synthesis.
  expect(() => app.synth()).not.toThrow();
  errorLog.mockRestore();
});
