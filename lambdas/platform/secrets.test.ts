/** Tests responses of Secrets Manager and Parameter Store that the local cloud does not produce. */
import {
  DecryptionFailure,
  GetSecretValueCommand,
  SecretsManagerClient,
  SecretsManagerServiceException,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AwsError } from './aws-request.ts';
import { parameter } from './parameters.ts';
import { secret } from './secrets.ts';

const secrets = mockClient(SecretsManagerClient);
const sendToAws = vi.hoisted(() => vi.fn());
vi.mock('./aws-request.ts', async (importOriginal) => ({ ...(await importOriginal<object>()), sendToAws }));
const cacheMs = 5 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  secrets.reset();
  sendToAws.mockReset();
});
afterAll(() => {
  secrets.restore();
});

const errorFields = { message: 'Rate exceeded', $metadata: {}, $fault: 'client' as const };
const failures: [string, Error][] = [
  ['a throttle', new SecretsManagerServiceException({ ...errorFields, name: 'ThrottlingException' })],
  ['a failed decryption', new DecryptionFailure(errorFields)],
  ['a lost response', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
];

describe('a secret', () => {
  test.each(failures)('a secret is read again after %s, because a failure is not cached', async (name, error) => {
    secrets.on(GetSecretValueCommand).rejectsOnce(error).resolves({ SecretString: 'value' });
    await expect(secret(name)).rejects.toBe(error);
    expect(await secret(name)).toBe('value');
  });

  test('a secret is cached for five minutes, and after this time, a failed read throws and does not return the old value', async () => {
    const error = new SecretsManagerServiceException({ ...errorFields, name: 'ThrottlingException' });
    secrets.on(GetSecretValueCommand).resolvesOnce({ SecretString: 'old' }).rejectsOnce(error).resolves({ SecretString: 'new' });
    expect([await secret('rotated'), await secret('rotated')]).toEqual(['old', 'old']);
    vi.setSystemTime(cacheMs);
    await expect(secret('rotated')).rejects.toBe(error);
    expect(await secret('rotated')).toBe('new');
  });

  test('a secret is read only once by parallel calls', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: 'value' });
    expect(await Promise.all([secret('shared'), secret('shared'), secret('shared')])).toEqual(['value', 'value', 'value']);
    expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(1);
  });

  test('a secret causes an error if its value is not a text', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretBinary: new Uint8Array([1]) });
    await expect(secret('binary')).rejects.toThrow('has no text');
  });
});

test('a parameter is read again after throttling', async () => {
  const error = new AwsError('ThrottlingException', 'Rate exceeded', 400);
  sendToAws.mockRejectedValueOnce(error).mockResolvedValue({ Parameter: { Value: 'value' } });
  await expect(parameter('/origin')).rejects.toBe(error);
  expect(await parameter('/origin')).toBe('value');
  expect(sendToAws).toHaveBeenLastCalledWith(expect.objectContaining({ service: 'parameterStore', body: { Name: '/origin' } }));
});

test('a parameter without a value causes an error', async () => {
  sendToAws.mockResolvedValue({ Parameter: { Value: '' } });
  await expect(parameter('/empty')).rejects.toThrow();
});
