import { expect, test } from 'vitest';
import { stageToShow } from './stage-to-show.ts';

test.each([
  ['submitting', 400, 'submitting'],
  ['processing', 5_000, 'processing'],
  ['finalizing', 9_000, 'finalizing'],
  ['finalizing', 23_000, 'finalizing'],
  ['finalizing', 24_000, undefined],
  ['finalizing', 85_000, undefined],
  [undefined, 5_000, undefined],
] as const)('the stage %s after %i ms is shown as %s', (stage, passedMs, shown) => {
  expect(stageToShow({ stage }, passedMs)).toBe(shown);
});
