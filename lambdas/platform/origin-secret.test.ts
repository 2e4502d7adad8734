import { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { cameThroughTheSite } from './origin-secret.ts';

const client = mockClient(SecretsManagerClient);
afterAll(() => client.restore());
let secretCount = 0;

/** Sets the values of a new secret, which no cache contains. */
function setSecret(current: string, previous?: string): void {
  process.env.ORIGIN_SECRET_ARN = `secret-${++secretCount}`;
  client.on(GetSecretValueCommand).callsFake(({ VersionStage }: { VersionStage?: string }) => {
    const value = VersionStage === 'AWSPREVIOUS' ? previous : current;
    if (value === undefined) throw new ResourceNotFoundException({ message: 'There is no such version', $metadata: {} });
    return { SecretString: value };
  });
}

const isAcceptedWith = (value: string | undefined) => cameThroughTheSite(value === undefined ? {} : { 'x-origin-secret': value });
const stagesRead = () => client.commandCalls(GetSecretValueCommand).map(({ args }) => args[0].input.VersionStage ?? 'AWSCURRENT');

beforeEach(() => client.reset());

describe('after a rotation, a call', () => {
  beforeEach(() => setSecret('new-value', 'old-value'));

  test.each([
    ['the new value', 'new-value', true],
    ['the old value', 'old-value', true],
    ['a wrong value', 'bad-value', false],
    ['the start of the new value', 'new', false],
    ['the new value and more', 'new-value2', false],
    ['an empty value', '', false],
    ['no value', undefined, false],
  ])('a call with %s (%s) is accepted: %s', async (_, value, isAccepted) => {
    expect(await isAcceptedWith(value)).toBe(isAccepted);
  });

  test('a call with the new value reads only the current version', async () => {
    await isAcceptedWith('new-value');
    expect(stagesRead()).toEqual(['AWSCURRENT']);
  });

  test('calls with a wrong value read each version only once in five minutes, so an attacker cannot cause many requests', async () => {
    for (let call = 0; call < 20; call++) await isAcceptedWith(`bad-value-${call}`);
    expect(stagesRead()).toEqual(['AWSCURRENT', 'AWSPREVIOUS']);
  });
});

describe('before the first rotation, a call', () => {
  beforeEach(() => setSecret('first-value'));

  test.each([
    ['first-value', true],
    ['bad-value', false],
    ['', false],
    [undefined, false],
  ])('before the first rotation, a call with the value %j has the result %s', async (value, isAccepted) => {
    expect(await isAcceptedWith(value)).toBe(isAccepted);
  });
});

test('a call that cannot read the previous version fails, and the next call tries to read it again', async () => {
  setSecret('new-value', 'old-value');
  client
    .on(GetSecretValueCommand, { VersionStage: 'AWSPREVIOUS' })
    .rejectsOnce(new Error('timeout'))
    .resolves({ SecretString: 'old-value' });
  await expect(isAcceptedWith('old-value')).rejects.toThrow('timeout');
  expect(await isAcceptedWith('old-value')).toBe(true);
});
