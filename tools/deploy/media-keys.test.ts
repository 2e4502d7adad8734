/** Tests the rotation of the keys that sign the links to media, with an account in memory. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  cloudFormation,
  completeStage,
  errorOf,
  now,
  resetAccount,
  secrets,
  signingCertificates,
  signingCertificatesName,
  ssm,
} from '#tests/fixtures/aws-account.ts';
import { testSettings } from '#tests/fixtures/stage.ts';
import { deploy } from './deploy.ts';
import { type MediaKeyPlan, planMediaKeys, storeMediaKeys, switchMediaKey } from './media-keys.ts';
import { writeRecord } from './record.ts';

const settings = testSettings(completeStage);

function newPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    text: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
const [signing, spare] = [newPair(), newPair()];
const publicKeyOf = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');

/** The account: the secret, the record, and the public keys that CloudFront knows. */
let secretText: string;
let knownKeys: string[];
let record: { mediaPublicKeys?: string[] } | undefined;
const storedKeys = (): Record<string, string> => JSON.parse(secretText);

beforeEach(() => {
  resetAccount();
  secretText = JSON.stringify({ MEDIA_PRIVATE_KEY: signing.pem, MEDIA_SPARE_PRIVATE_KEY: spare.pem });
  knownKeys = [signing.text, spare.text];
  record = { mediaPublicKeys: [signing.text, spare.text] };
  secrets.on(GetSecretValueCommand, { SecretId: 'MediaSigningKeys' }).callsFake(() => ({ SecretString: secretText }));
  secrets.on(PutSecretValueCommand).callsFake(({ SecretId, SecretString }: { SecretId: string; SecretString: string }) => {
    expect(SecretId).toBe('MediaSigningKeys');
    secretText = SecretString;
    return {};
  });
  ssm.on(GetParameterCommand).callsFake(({ Name }: { Name: string }) => {
    if (Name === signingCertificatesName) return signingCertificates;
    if (Name === '/vitrine/prod/media-links')
      return { Parameter: { Value: JSON.stringify({ keys: knownKeys.map((publicKey, index) => ({ id: `K${index}`, publicKey })) }) } };
    if (!record) throw errorOf('ParameterNotFound');
    return { Parameter: { Value: JSON.stringify({ settings, startedAt: now.toISOString(), ...record }) } };
  });
  ssm.on(PutParameterCommand).callsFake(({ Value }: { Value: string }) => {
    record = JSON.parse(Value);
    return {};
  });
});

/** Stores the new keys and deploys them to CloudFront, in the same way as a deployment. */
async function apply(plan: MediaKeyPlan): Promise<void> {
  await storeMediaKeys(settings, plan);
  await writeRecord('prod', { settings, startedAt: now.toISOString(), mediaPublicKeys: plan.publicKeys });
  knownKeys = [...plan.publicKeys];
}

describe('the keys do not change', () => {
  test('a deployment of a stage that has keys does not change them, and needs no access to the secret', async () => {
    secrets.on(GetSecretValueCommand).rejects(errorOf('AccessDeniedException'));
    const plan = await planMediaKeys(settings);
    expect(plan.publicKeys).toEqual([signing.text, spare.text]);
    await storeMediaKeys(settings, plan);
    expect(secrets.commandCalls(PutSecretValueCommand)).toEqual([]);
  });

  test('the keys do not change if the spare key should be replaced, but the record belongs to other keys', async () => {
    record = { mediaPublicKeys: [spare.text, newPair().text] };
    await expect(planMediaKeys(settings, true)).rejects.toThrow('does not contain the key that signs');
  });

  test('the keys do not change if CloudFront does not know the spare key that should sign', async () => {
    knownKeys = [signing.text, newPair().text];
    const before = secretText;
    await expect(switchMediaKey(settings)).rejects.toThrow('CloudFront does not know the spare key');
    expect(secretText).toBe(before);
  });

  test('the keys do not change if the secret is empty', async () => {
    secretText = JSON.stringify({ MEDIA_PRIVATE_KEY: '', MEDIA_SPARE_PRIVATE_KEY: '' });
    await expect(switchMediaKey(settings)).rejects.toThrow('is empty');
    await expect(planMediaKeys(settings, true)).rejects.toThrow('is empty');
  });

  test('the keys do not change if the operator does not agree', async () => {
    const before = secretText;
    expect(await run({ mediaKey: 'switch' }, false)).toBe(false);
    expect(secretText).toBe(before);
  });
});

describe('the first deployment', () => {
  beforeEach(() => {
    record = undefined;
    secretText = JSON.stringify({ MEDIA_PRIVATE_KEY: '', MEDIA_SPARE_PRIVATE_KEY: '' });
  });

  test('the first deployment creates two key pairs of ECDSA P-256, and changes nothing before they are stored', async () => {
    const plan = await planMediaKeys(settings);
    expect(new Set(plan.publicKeys).size).toBe(2);
    for (const key of plan.publicKeys)
      expect(createPublicKey({ key: Buffer.from(key, 'base64'), type: 'spki', format: 'der' }).asymmetricKeyDetails).toEqual({
        namedCurve: 'prime256v1',
      });
    expect(secrets.commandCalls(PutSecretValueCommand)).toEqual([]);
    await apply(plan);
    expect([storedKeys().MEDIA_PRIVATE_KEY, storedKeys().MEDIA_SPARE_PRIVATE_KEY].map((pem) => publicKeyOf(pem ?? ''))).toEqual(
      plan.publicKeys,
    );
  });

  test('a first deployment that stopped after the write of the secret can be repeated', async () => {
    await storeMediaKeys(settings, await planMediaKeys(settings));
    await apply(await planMediaKeys(settings));
    expect(knownKeys).toContain(publicKeyOf(storedKeys().MEDIA_PRIVATE_KEY ?? ''));
  });

  test('the first deployment stores no key before the stack with the secret exists', async () => {
    cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
    await expect(storeMediaKeys(settings, await planMediaKeys(settings))).rejects.toThrow('has no secret');
  });
});

describe('a rotation', () => {
  test('a rotation first signs new links with the spare key, which CloudFront already knows, and keeps the other key', async () => {
    await switchMediaKey(settings);
    expect(storedKeys()).toEqual({ MEDIA_PRIVATE_KEY: spare.pem, MEDIA_SPARE_PRIVATE_KEY: signing.pem });
  });

  test('a rotation then replaces the other key, so that its links stop working, and keeps the signing key', async () => {
    await switchMediaKey(settings);
    const plan = await planMediaKeys(settings, true);
    expect(plan.publicKeys[0]).toBe(spare.text);
    expect([signing.text, spare.text]).not.toContain(plan.publicKeys[1]);
    await apply(plan);
    expect(storedKeys().MEDIA_PRIVATE_KEY).toBe(spare.pem);
    expect(publicKeyOf(storedKeys().MEDIA_SPARE_PRIVATE_KEY ?? '')).toBe(plan.publicKeys[1]);
  });

  test('a rotation can be done many times, and CloudFront always knows the key that signs', async () => {
    const usedKeys = new Set<string | undefined>();
    for (let count = 0; count < 5; count++) {
      await switchMediaKey(settings);
      usedKeys.add(storedKeys().MEDIA_PRIVATE_KEY);
      await apply(await planMediaKeys(settings, true));
      expect(knownKeys).toContain(publicKeyOf(storedKeys().MEDIA_PRIVATE_KEY ?? ''));
      expect(knownKeys).toContain(publicKeyOf(storedKeys().MEDIA_SPARE_PRIVATE_KEY ?? ''));
    }
    expect(usedKeys.size).toBe(5);
  });
});

type Deployed = { synthesizedKeys?: readonly string[]; steps: string[] };
let deployed: Deployed;

/** Runs a deployment without CDK. */
function run(options: Parameters<typeof deploy>[1], agrees = true): Promise<boolean> {
  deployed = { steps: [] };
  const dns = { resolveCname: async () => ['d111.cloudfront.net'], resolve4: async () => [], resolveNs: async () => [] };
  return deploy(
    settings,
    { now, dns, ...options },
    {
      cdk: {
        synthesize: async ({ mediaPublicKeys }) => {
          deployed.synthesizedKeys = mediaPublicKeys;
        },
        diff: async () => {},
        deploy: async (_, beforeCode) => {
          deployed.steps.push('data');
          await beforeCode();
          deployed.steps.push(storedKeys().MEDIA_PRIVATE_KEY ? 'code with a key' : 'code without a key');
        },
      },
      build: async () => {},
      confirm: async () => agrees,
      print: () => {},
      now: () => now,
      fetch: async () => Response.error(),
      pause: async () => {},
    },
  );
}

describe('the command', () => {
  test('for a new stage, the command deploys the data, stores the keys in the secret and the record, then deploys the code', async () => {
    record = {};
    secretText = JSON.stringify({ MEDIA_PRIVATE_KEY: '', MEDIA_SPARE_PRIVATE_KEY: '' });
    await run({});
    expect(deployed.steps).toEqual(['data', 'code with a key']);
    expect(record).toMatchObject({ mediaPublicKeys: deployed.synthesizedKeys, finishedAt: now.toISOString() });
    expect(publicKeyOf(storedKeys().MEDIA_PRIVATE_KEY ?? '')).toBe(deployed.synthesizedKeys?.[0]);
  });

  test('the command switches the key without a deployment', async () => {
    expect(await run({ mediaKey: 'switch' })).toBe(true);
    expect(deployed).toEqual({ steps: [] });
    expect(storedKeys().MEDIA_PRIVATE_KEY).toBe(spare.pem);
  });

  test('the command replaces the spare key in a deployment', async () => {
    await run({ mediaKey: 'replace' });
    expect(deployed.synthesizedKeys?.[0]).toBe(signing.text);
    expect(deployed.synthesizedKeys).not.toContain(spare.text);
    expect(record).toMatchObject({ mediaPublicKeys: deployed.synthesizedKeys });
  });
});
