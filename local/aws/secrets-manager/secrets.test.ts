import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a generated secret has the length and the characters that the template requires, and does not change', () => {
  const secrets = openSecrets(join(folder, 'secrets.json'));
  const text = secrets.generated('a', { PasswordLength: 64, ExcludePunctuation: true });
  expect(text).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(secrets.generated('b')).toHaveLength(32);
  expect(openSecrets(join(folder, 'secrets.json')).generated('a', { PasswordLength: 64 })).toBe(text);
});
