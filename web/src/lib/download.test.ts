import { expect, test } from 'vitest';
import { historySpacingMs, liveSpacingMs, runWithPauses } from './download.ts';

test.each([
  [500, 'the results of a run', liveSpacingMs],
  [1_000, 'the videos of a batch in the history', historySpacingMs.video],
  [500, 'the images of a batch in the history', historySpacingMs.image],
])('the pause before each download except the first is %i ms for %s', async (ms, _name, spacing) => {
  const events: (string | number)[] = [];
  await runWithPauses(
    ['a', 'b', 'c'],
    spacing,
    (entry) => events.push(entry),
    async (pauseMs) => events.push(pauseMs),
  );
  expect(events).toEqual(['a', ms, 'b', ms, 'c']);
});
