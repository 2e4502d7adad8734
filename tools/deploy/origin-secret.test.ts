/** Tests the rotation of the secret that CloudFront sends. The fake secret has versions with the labels of AWS. */
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeSecretCommand, GetRandomPasswordCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  cloudFormation,
  completeStage,
  distribution,
  mediaPublicKeys,
  now,
  resetAccount,
  secrets,
  signingCertificates,
  signingCertificatesName,
  ssm,
} from '#tests/fixtures/aws-account.ts';
import { testSettings } from '#tests/fixtures/stage.ts';
import type { Templates } from './cdk.ts';
import { deploy } from './deploy.ts';
import { rotationPauseMs } from './origin-secret.ts';
import type { DeploymentRecord } from './record.ts';

const settings = testSettings(completeStage);
/** The versions of the secret, the newest first. The functions accept the first two. */
let versions: string[];
let record: Partial<DeploymentRecord>;
/** The version that CloudFront sends. */
let sent: string;
/** A log of all events, in their order. */
let events: string[];

beforeEach(() => {
  resetAccount();
  [versions, sent, events] = [['first'], 'first', []];
  record = { settings, mediaPublicKeys };
  secrets.on(DescribeSecretCommand).callsFake(() => ({
    VersionIdsToStages: Object.fromEntries(versions.map((id, age) => [id, [['AWSCURRENT'], ['AWSPREVIOUS']][age] ?? []])),
  }));
  secrets.on(GetRandomPasswordCommand).resolves({ RandomPassword: 'a'.repeat(64) });
  secrets.on(PutSecretValueCommand).callsFake(({ ClientRequestToken }: { ClientRequestToken: string }) => {
    if (!versions.includes(ClientRequestToken)) versions.unshift(ClientRequestToken);
    events.push('new version');
    return {};
  });
  ssm
    .on(GetParameterCommand)
    .callsFake(({ Name }: { Name: string }) =>
      Name === signingCertificatesName ? signingCertificates : { Parameter: { Value: JSON.stringify(record) } },
    );
  ssm.on(PutParameterCommand).callsFake(({ Value }: { Value: string }) => {
    record = JSON.parse(Value);
    return {};
  });
});

/** Runs a deployment that can stop before or after a step. */
function run({
  isOriginSecretRotated = true,
  agrees = true,
  stopsAt,
}: {
  isOriginSecretRotated?: boolean;
  agrees?: boolean;
  stopsAt?: 'pause' | 'deploy';
} = {}) {
  let synthesized: Templates | undefined;
  const dns = { resolveCname: async () => [distribution], resolve4: async () => [], resolveNs: async () => [] };
  const stopIf = (step: typeof stopsAt) => {
    if (step === stopsAt) throw new Error(`stopped at ${step}`);
  };
  return deploy(
    settings,
    { now, dns, isOriginSecretRotated },
    {
      cdk: {
        synthesize: async (templates) => {
          synthesized = templates;
        },
        diff: async () => {},
        deploy: async (_, beforeCode) => {
          await beforeCode();
          stopIf('deploy');
          // CloudFormation reads the secret again only for a new version.
          sent = synthesized?.originSecretVersion ?? sent;
          events.push('deployed');
        },
      },
      build: async () => {},
      confirm: async () => agrees,
      print: () => {},
      now: () => now,
      fetch: async () => Response.error(),
      pause: async (ms) => {
        if (ms !== rotationPauseMs) return;
        stopIf('pause');
        events.push('pause');
      },
    },
  ).catch((error: Error) => error.message);
}

const isAccepted = () => versions.slice(0, 2).includes(sent);

describe('a rotation', () => {
  test('a rotation stores the new version, waits until the functions know it, and then gives it to CloudFront', async () => {
    await run();
    expect(events).toEqual(['new version', 'pause', 'deployed']);
    expect(rotationPauseMs).toBeGreaterThan(5 * 60_000);
    expect(sent).toBe(versions[0]);
    expect(sent).not.toBe('first');
    expect(record.originSecretVersion).toBe(sent);
    expect(secrets.commandCalls(PutSecretValueCommand)[0]?.args[0].input).toMatchObject({
      SecretId: 'OriginSecret',
      SecretString: 'a'.repeat(64),
    });
  });

  test('a rotation can be repeated, and the functions always accept the version that CloudFront sends', async () => {
    for (let rotation = 0; rotation < 3; rotation++) {
      await run();
      expect(isAccepted()).toBe(true);
      await run({ isOriginSecretRotated: false });
      expect(isAccepted()).toBe(true);
    }
    expect(versions).toHaveLength(4);
  });

  test.each(['pause', 'deploy'] as const)('a rotation that stopped at the step %s continues with the same version', async (stopsAt) => {
    for (let rotation = 0; rotation < 2; rotation++) {
      const before = versions.length;
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(await run({ stopsAt })).toBe(`stopped at ${stopsAt}`);
        expect(isAccepted()).toBe(true);
      }
      await run({ isOriginSecretRotated: false });
      expect(isAccepted()).toBe(true);
      await run();
      expect(versions).toHaveLength(before + 1);
      expect(sent).toBe(versions[0]);
    }
  });

  test('a rotation changes nothing if the operator does not agree', async () => {
    await run({ agrees: false });
    expect(events).toEqual([]);
    expect(versions).toEqual(['first']);
  });

  test('a rotation before the first deployment says what to do', async () => {
    cloudFormation.on(ListStackResourcesCommand, { StackName: 'vitrine-prod-api' }).resolves({ StackResourceSummaries: [] });
    expect(await run()).toBe('The stack vitrine-prod-api has no secret of CloudFront yet. Deploy first, then rotate the secret.');
    expect(events).toEqual([]);
  });
});

test('a deployment without a rotation does not read the secret, because the workflow of GitHub cannot read it', async () => {
  await run({ isOriginSecretRotated: false });
  expect(events).toEqual(['deployed']);
  expect(secrets.commandCalls(DescribeSecretCommand)).toEqual([]);
  expect(record.originSecretVersion).toBeUndefined();
});
