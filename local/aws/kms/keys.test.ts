import { createHash, createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { openKeys } from './keys.ts';

const folder = temporaryFolder('kms');
afterAll(() => folder.remove());
const file = join(folder.path, 'keys.json');
const arn = 'arn:aws:kms:us-east-1:000000000000:key/one';
const keys = openKeys(file);
keys.create(arn);

const publicKey = () => {
  const { body } = keys.handleCall('GetPublicKey', { KeyId: arn });
  return createPublicKey({ key: Buffer.from((body as { PublicKey: string }).PublicKey, 'base64'), format: 'der', type: 'spki' });
};
const sign = (changes: object) =>
  keys.handleCall('Sign', { KeyId: arn, MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256', ...changes });
const signatureOf = (changes: object) => Buffer.from((sign(changes).body as { Signature: string }).Signature, 'base64');
const message = Buffer.from('a claim');
const digest = createHash('sha256').update(message).digest();

test('a message and its digest get valid signatures in DER', () => {
  for (let count = 0; count < 20; count++)
    for (const changes of [{ Message: message.toString('base64') }, { Message: digest.toString('base64'), MessageType: 'DIGEST' }])
      expect(verify('sha256', message, publicKey(), signatureOf(changes))).toBe(true);
});

test('a key and its certificates stay the same after a restart', () => {
  const certificates = keys.certificatesOf(arn, () => ['a', 'b']);
  const restarted = openKeys(file);
  restarted.create(arn);
  expect(restarted.certificatesOf(arn, () => ['c', 'd'])).toEqual(certificates);
  expect(restarted.handleCall('GetPublicKey', { KeyId: arn })).toEqual(keys.handleCall('GetPublicKey', { KeyId: arn }));
});

test.each([
  ['another algorithm', { Message: digest.toString('base64'), SigningAlgorithm: 'ECDSA_SHA_384' }, 'ValidationException'],
  ['a digest of another length', { Message: 'AAAA', MessageType: 'DIGEST' }, 'ValidationException'],
  ['a message above 4,096 bytes', { Message: Buffer.alloc(4097).toString('base64') }, 'ValidationException'],
  ['an unknown key', { KeyId: 'arn:other' }, 'NotFoundException'],
])('KMS refuses %s', (_, changes, type) => {
  expect(sign(changes)).toMatchObject({ status: 400, body: { __type: type } });
});
