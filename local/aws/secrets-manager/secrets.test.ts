import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a generated secret has the length and the characters of the template, and never changes', () => {
  const secrets = openSecrets(join(folder, 'secrets.json'));
  const text = secrets.getOrGenerate('a', { PasswordLength: 64, ExcludePunctuation: true });
  expect(text).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(secrets.getOrGenerate('b')).toHaveLength(32);
  expect(openSecrets(join(folder, 'secrets.json')).getOrGenerate('a', { PasswordLength: 64 })).toBe(text);
});

test('a changed secret keeps its previous value, and a secret that never changed has no previous value', () => {
  const secrets = openSecrets(join(folder, 'versions.json'));
  secrets.put('a', 'first');
  const read = (VersionStage?: string) => secrets.handleCall('GetSecretValue', { SecretId: 'a', VersionStage });
  expect(read('AWSPREVIOUS')).toMatchObject({ status: 400, body: { __type: 'ResourceNotFoundException' } });
  for (const SecretString of ['second', 'third']) secrets.handleCall('PutSecretValue', { SecretId: 'a', SecretString });
  expect([read(), read('AWSCURRENT'), read('AWSPREVIOUS')]).toMatchObject(
    ['third', 'third', 'second'].map((SecretString) => ({ status: 200, body: { SecretString } })),
  );
  expect(secrets.handleCall('PutSecretValue', { SecretId: 'unknown', SecretString: 'x' })).toMatchObject({ status: 501 });
});
