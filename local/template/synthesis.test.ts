import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unusablePublicKeys } from '#infra/constructs/media-delivery.ts';
import { localSettings } from '#infra/stages/local.ts';
import { keyOf, synthesize } from './synthesis.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-synthesis-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settings = localSettings('http://localhost:1234');
const mediaPublicKeys = unusablePublicKeys();

test('a synthesis with the same inputs is read from disk, and old results are deleted', async () => {
  const results = join(folder, 'results');
  const oldNames = Array.from({ length: 20 }, (_, age) => `result-${age}`);
  for (const [age, name] of oldNames.entries()) {
    mkdirSync(join(results, name), { recursive: true });
    utimesSync(join(results, name), new Date(), new Date(Date.now() - (age + 1) * 60_000));
  }
  const options = { settings, mediaPublicKeys, site: undefined, outdir: join(folder, 'unused') };
  const first = await synthesize(options, results);
  expect(readdirSync(results)).toHaveLength(16);
  expect(readdirSync(results)).toContain('result-14');
  expect(readdirSync(results)).not.toContain('result-15');

  const second = await synthesize(options, results);
  expect(second).toEqual(first);
  expect(first.resources.length).toBeGreaterThan(500);
  expect(JSON.stringify(first.stacks)).toContain('http://localhost:1234');
  expect([...first.assets.values()].filter((path) => !existsSync(path))).toEqual([]);
  expect(readdirSync(results)).toHaveLength(16);
});

test('each change of a setting or a key needs a separate synthesis', () => {
  const keys = [
    keyOf({ settings, mediaPublicKeys }),
    keyOf({ settings: localSettings('http://localhost:1235'), mediaPublicKeys }),
    keyOf({ settings: localSettings('http://localhost:1234', {}, 10), mediaPublicKeys }),
    keyOf({ settings, mediaPublicKeys: unusablePublicKeys() }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf({ settings, mediaPublicKeys })).toBe(keys[0]);
});
