import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { vendorNames, vendors } from '#shared/vendors.ts';
import { describeStandIns } from './vendors.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

describe.each(vendorNames)('the vendor %s', (name) => {
  const { keys, purpose } = vendors[name];

  test('all keys of the vendor are in .env.example', () => {
    for (const key of keys) expect(example).toMatch(new RegExp(`^${key}=$`, 'm'));
  });

  test('a stand-in replaces the vendor only if its key is missing', () => {
    expect(describeStandIns({}).join('\n')).toContain(purpose);
    expect(describeStandIns({ [keys[0]]: 'a key' }).join('\n')).not.toContain(keys[0]);
  });
});
