import { expect, test } from 'vitest';
import { extensionError } from './outpaint-limits.ts';

const extension = { left: 100, right: 100, up: 0, down: 0 };

test.each([
  [{ width: 64, height: 64 }, extension, undefined],
  [{ width: 3072, height: 3072 }, extension, undefined],
  [{ width: 3073, height: 3072 }, extension, /9437184 pixels in all/],
  [{ width: 3841, height: 1600 }, extension, /3840 pixels a side/],
  [{ width: 1000, height: 400 }, extension, undefined],
  [{ width: 1001, height: 400 }, extension, /2.5 times/],
  [{ width: 400, height: 1001 }, extension, /2.5 times/],
  [{ width: 3840, height: 2000 }, { ...extension, left: 2000, right: 1840 }, undefined],
  [{ width: 3840, height: 2000 }, { ...extension, left: 2000, right: 1841 }, /7680 pixels a side/],
])('the error for a picture of %j that is extended by %j is %s', (size, params, reason) => {
  const refusal = extensionError(size, params);
  if (reason) expect(refusal).toMatch(reason);
  else expect(refusal).toBeUndefined();
});
