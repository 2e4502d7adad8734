/** How a run is told: which one is shown, what each area's end says, and which links stay. */
import { describe, expect, test } from 'vitest';
import type { ListRunsResponse, RunFocusArea, RunResponse } from '#shared/pipeline/api.ts';
import { areaOutcomes } from '#shared/pipeline/run.ts';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { explainArea } from './explain-area.ts';
import { withKnownLinks } from './run-links.ts';
import { shownByItself } from './shown-run.ts';

describe('an area', () => {
  const running = { status: 'running', step: 'evaluating', currentArea: 'light' } as const;
  const over = { status: 'completed', step: 'completed' } as const;
  const area = (changes: Partial<RunFocusArea>): RunFocusArea => ({
    area: 'light',
    kind: 'focus',
    source: 'user',
    status: 'pending',
    attempts: 0,
    ...changes,
  });
  const accuracy = (changes: Partial<RunFocusArea>) => area({ area: 'product accuracy', kind: 'accuracy', ...changes });

  test.each<[string, RunFocusArea, Parameters<typeof explainArea>[1], ReturnType<typeof explainArea>]>([
    ['of another turn waits', area({ area: 'shadow' }), running, { key: 'waiting', values: {} }],
    ['whose turn it is is checked', area({}), running, { key: 'checking', values: {} }],
    ['is improved a first time', area({}), { ...running, step: 'improving' }, { key: 'improving', values: { count: 1 } }],
    ['and a second time', area({ attempts: 1 }), { ...running, step: 'improving' }, { key: 'improving', values: { count: 2 } }],
    ['waits while the first image is made', area({}), { ...running, step: 'generating' }, { key: 'next', values: {} }],
    ['of a paused run goes on where it was', area({ attempts: 1 }), { status: 'paused', step: 'failed' }, { key: 'next', values: {} }],
    ['of a paused run that has not begun waits', area({}), { status: 'paused', step: 'failed' }, { key: 'waiting', values: {} }],
    ['was solved at once', area({ outcome: 'solved' }), over, { key: 'solved_at_once', values: {} }],
    ['was solved in two tries', area({ outcome: 'solved', attempts: 2 }), over, { key: 'solved', values: { count: 2 } }],
    [
      'was skipped and rolled back',
      area({ outcome: 'skipped', attempts: 2, restoredIteration: 3 }),
      over,
      { key: 'skipped', values: { iteration: 3 } },
    ],
    ['came after the last image', area({ outcome: 'limit' }), over, { key: 'limit', values: {} }],
    ['was not come to', area({ outcome: 'stopped' }), over, { key: 'stopped', values: {} }],
    [
      'was under work when it was stopped',
      area({ outcome: 'stopped', attempts: 1, restoredIteration: 2 }),
      over,
      { key: 'stopped_back', values: { iteration: 2 } },
    ],
    ['is still the product', accuracy({ outcome: 'solved', attempts: 1 }), over, { key: 'accuracy_confirmed', values: {} }],
    [
      'is perhaps not the product',
      accuracy({ outcome: 'skipped', attempts: 2, restoredIteration: 1 }),
      over,
      { key: 'accuracy_skipped', values: { iteration: 1 } },
    ],
    ['was not checked', accuracy({ outcome: 'stopped' }), over, { key: 'accuracy_unchecked', values: {} }],
    ['could not be checked any more', accuracy({ outcome: 'limit' }), over, { key: 'accuracy_limit', values: {} }],
  ])('%s', (_, one, run, explanation) => {
    expect(explainArea(one, run)).toEqual(explanation);
  });

  test.each(areaOutcomes)('that ended %s is explained', (outcome) => {
    for (const kind of ['focus', 'accuracy'] as const) {
      const { key } = explainArea(area({ kind, outcome, attempts: 2, restoredIteration: 1 }), over);
      expect(Object.keys(texts.pipeline.outcome).some((text) => text === key || text === `${key}_other`)).toBe(true);
    }
  });
});

describe('the page shows by itself', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const run = (runId: string, status: RunResponse['status'], hoursAgo = 1): ListRunsResponse['items'][number] => ({
    runId,
    status,
    stage: 'processing',
    createdAt: new Date(now - hoursAgo * 3600_000).toISOString(),
    iteration: 1,
  });
  test.each<[string, ListRunsResponse['items'], string[], string | undefined]>([
    ['nothing where there is nothing', [], [], undefined],
    ['the newest', [run('b', 'completed'), run('a', 'completed', 2)], [], 'b'],
    ['one on its way before a newer one that ended', [run('b', 'completed'), run('a', 'running', 2)], [], 'a'],
    ['one that waits, however old', [run('b', 'completed'), run('a', 'paused', 200)], [], 'a'],
    ['one on its way before one that waits', [run('b', 'paused'), run('a', 'running', 2)], [], 'a'],
    ['none that was put aside', [run('b', 'completed'), run('a', 'stopped', 2)], ['b', 'a'], undefined],
    ['none that waits and was put aside', [run('b', 'paused')], ['b'], undefined],
    ['one on its way even so', [run('b', 'running')], ['b'], 'b'],
    ['no result of the day before yesterday', [run('b', 'completed', 25)], [], undefined],
  ])('%s', (_, runs, aside, shown) => {
    expect(shownByItself(runs, aside, now)).toBe(shown);
  });
});

describe('a link', () => {
  const answer = (signature: string, file = 'one.jpg') =>
    ({
      photos: { beforeUrl: `b?${signature}`, afterUrl: `a?${signature}`, inputUrl: `i?${signature}` },
      iterationHistory: [{ iterationNumber: 1, imageUrl: `${file}?${signature}`, thumbnailUrl: `t?${signature}` }],
    }) as RunResponse;

  test('to the same file stays as it was, and its picture is not loaded again', () => {
    expect(withKnownLinks(answer('new'), answer('old'))).toEqual(answer('old'));
  });

  test('to another file is the new one', () => {
    const [iteration] = withKnownLinks(answer('new', 'other.jpg'), answer('old')).iterationHistory;
    expect(iteration).toMatchObject({ imageUrl: 'other.jpg?new', thumbnailUrl: 't?old' });
  });

  test('of an iteration that was not there before is taken as it is', () => {
    const before = { ...answer('old'), iterationHistory: [] };
    expect(withKnownLinks(answer('new'), before).iterationHistory).toEqual(answer('new').iterationHistory);
  });

  test('that is gone, for the picture was deleted, does not come back', () => {
    const deleted = { ...answer('new'), iterationHistory: [{ ...answer('new').iterationHistory[0], imageUrl: undefined }] } as RunResponse;
    expect(withKnownLinks(deleted, answer('old')).iterationHistory[0]?.imageUrl).toBeUndefined();
  });
});
