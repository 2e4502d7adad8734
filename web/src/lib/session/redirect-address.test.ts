import { expect, test } from 'vitest';
import { safeRedirect } from './redirect-address.ts';

test.each([
  ['/batch-image-to-video', '/batch-image-to-video'],
  ['/history?tab=image', '/history?tab=image'],
  ['/', '/'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/path', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['batch', '/'],
  ['/auth/callback?code=1', '/'],
])('the redirect address of %j is %s', (stored, target) => {
  expect(safeRedirect(stored, 'https://vitrine.example')).toBe(target);
});
