import { expect, test } from 'vitest';
import { modesFrom } from './modes.ts';

test.each([
  [{}, { harsh: undefined, isSlow: false }],
  [
    { LOCAL_CLOUD_HARSH: '', LOCAL_CLOUD_SLOW: '' },
    { harsh: undefined, isSlow: false },
  ],
  [{ LOCAL_CLOUD_HARSH: '0' }, { harsh: { seed: 0 }, isSlow: false }],
  [
    { LOCAL_CLOUD_HARSH: '7', LOCAL_CLOUD_SLOW: '1' },
    { harsh: { seed: 7 }, isSlow: true },
  ],
])('%j selects the modes %j', (env, modes) => {
  expect(modesFrom(env)).toEqual(modes);
});

test.each([{ LOCAL_CLOUD_HARSH: 'yes' }, { LOCAL_CLOUD_HARSH: '1.5' }, { LOCAL_CLOUD_SLOW: 'true' }])('modesFrom rejects %j', (env) => {
  expect(() => modesFrom(env)).toThrow(Object.keys(env)[0]);
});
