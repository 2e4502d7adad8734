// @ts-expect-error: asl-validator ships no types
import validateAsl from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { createTestEngine, lambdaError, type TestLambda } from './test-engine.ts';
import { imageMachine, nestingMachine, pipelineMachine, tokenMachine, videoMachine } from './test-machines.ts';

const items = (count: number) => ({ batchId: 'b', items: Array.from({ length: count }, (_, index) => ({ itemId: `i${index}` })) });
const machines = { video: videoMachine, image: imageMachine, pipeline: pipelineMachine };

/** Wraps a Lambda, and records which function was called for which item. */
const recording = (lambda: TestLambda) => {
  const calls: [name: string, payload: Record<string, unknown>][] = [];
  const recorded: TestLambda = (name, payload) => {
    calls.push([name, payload]);
    return lambda(name, payload);
  };
  return { calls, recorded, itemsOf: (wanted: string) => calls.filter(([name]) => name === wanted).map(([, { itemId }]) => itemId) };
};

describe('each definition of these tests:', () => {
  it.each(
    Object.entries({ ...machines, nesting: nestingMachine('arn:aws:states:us-east-1:000000000000:stateMachine:x'), token: tokenMachine }),
  )('%s is valid ASL', (_, definition) => {
    expect(validateAsl(structuredClone(definition)).errorsText('\n')).toBe('');
  });
});

describe('a video batch', () => {
  it('runs 12 items, 5 in parallel, with callbacks in a different order, time-outs, retries and failures', async () => {
    const tries: Record<string, number> = {};
    const polls: Record<string, number> = {};
    const tokens = new Set<string>();
    let active = 0;
    let most = 0;
    const { calls, recorded, itemsOf } = recording(async (name, { itemId, token, execution }) => {
      if (name === 'start') {
        tries[itemId] = (tries[itemId] ?? 0) + 1;
        if (tries[itemId] === 1) most = Math.max(most, ++active);
        if (itemId === 'i2' && tries.i2! < 3) throw lambdaError('VendorBusy');
        if (itemId === 'i4') throw lambdaError('ContentPolicy', 'no');
        return { requestId: `r-${itemId}`, noise: 1 };
      }
      if (name === 'await') {
        expect(execution).toBe('run1');
        tokens.add(token);
        const never = (itemId === 'i3' && !polls.i3) || itemId === 'i6';
        if (!never) answerLater(itemId, token);
      }
      if (name === 'poll') {
        polls[itemId] = (polls[itemId] ?? 0) + 1;
        return { status: itemId === 'i6' && polls.i6 === 2 ? 'done' : 'running' };
      }
      if (name === 'capture' || name === 'release') active -= 1;
      return name === 'finish' ? { status: 'completed', execution } : null;
    });
    const { engine, clock, run } = createTestEngine({ machines, lambda: recorded });
    const answerLater = (itemId: string, token: string) => {
      // Later items are completed earlier.
      clock.sleep(3000 - Number(itemId.slice(1)) * 200, new AbortController().signal).then(() => {
        if (itemId === 'i5') engine.sendTaskFailure(token, 'VendorFailed', 'x');
        else engine.sendTaskSuccess(token, JSON.stringify({ url: itemId }));
      });
    };

    const { status, output } = await run('video', items(12), 'run1');
    expect(status).toBe('SUCCEEDED');
    expect(JSON.parse(output!).execution).toContain(':video:run1');
    expect({ most, polls }).toEqual({ most: 5, polls: { i3: 1, i6: 2 } });
    expect([tries.i2, tries.i4]).toEqual([3, 1]);
    expect(itemsOf('release').sort()).toEqual(['i4', 'i5']);
    expect(itemsOf('capture')).toHaveLength(10);
    expect(tokens.size).toBe(itemsOf('await').length);
    const released = calls.filter(([name]) => name === 'release').map(([, { error }]) => (error as { Error: string }).Error);
    expect(released.sort()).toEqual(['ContentPolicy', 'VendorFailed']);
  });

  it('that is stopped ends immediately, calls no further Lambda and runs no Catch', async () => {
    const { calls, recorded } = recording(() => ({ requestId: 'r' }));
    const { engine, clock, start } = createTestEngine({ machines, lambda: recorded });
    const executionArn = start('video', items(3));
    await clock.advance(200);
    const before = calls.length;
    const stoppedAt = clock.now();
    const stopped = await engine.stopExecution({ executionArn, error: 'Stop', cause: 'by hand' });
    expect(stopped).toMatchObject({ status: 'ABORTED', error: 'Stop', cause: 'by hand', stoppedAt });
    await clock.advance(60_000);
    expect(calls).toHaveLength(before);
  });
});

describe('an image batch', () => {
  it('runs groups of 3 one after another, with the pause between them', async () => {
    const startedAtSeconds: number[] = [];
    const { clock, run } = createTestEngine({ machines, lambda: () => startedAtSeconds.push((clock.now() - origin) / 1000) });
    const origin = clock.now();
    expect((await run('image', items(8))).status).toBe('SUCCEEDED');
    expect(startedAtSeconds).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
  });

  it.each([0, 1])('runs with %i items', async (count) => {
    const { recorded, itemsOf } = recording(() => null);
    const { run } = createTestEngine({ machines, lambda: recorded });
    expect((await run('image', items(count))).status).toBe('SUCCEEDED');
    expect(itemsOf('make')).toHaveLength(count);
  });

  it('starts no further item after one has failed', async () => {
    const { recorded, itemsOf } = recording(async (_, { itemId }) => {
      await clock.sleep(itemId === 'i0' ? 50 : 150, new AbortController().signal);
      if (itemId === 'i0') throw lambdaError('Boom', 'b');
    });
    const { clock, run } = createTestEngine({ machines, lambda: recorded });
    expect(await run('image', items(6))).toMatchObject({
      status: 'FAILED',
      error: 'Boom',
      cause: '{"errorType":"Boom","errorMessage":"b"}',
    });
    await clock.advance(10_000);
    expect(itemsOf('make')).toEqual(['i0', 'i1', 'i2']);
  });

  it('does not start a queued item after another item has failed', async () => {
    const definition = structuredClone(videoMachine);
    const { recorded, itemsOf } = recording((name, { itemId }) => {
      if (name === 'release' && itemId === 'i0') throw lambdaError('Boom');
      throw lambdaError('Down');
    });
    const { clock, run } = createTestEngine({ machines: { video: definition }, lambda: recorded });
    expect((await run('video', items(12))).status).toBe('FAILED');
    await clock.settle();
    expect(itemsOf('start')).toEqual(['i0', 'i1', 'i2', 'i3', 'i4']);
  });
});

describe('a pipeline', () => {
  it('repeats its loop until the judgement is positive, and counts the iterations', async () => {
    const { recorded, calls } = recording((name, { runId, iteration }) =>
      name === 'evaluate' ? { runId, iteration, verdict: iteration < 15 ? 'improve' : 'done' } : {},
    );
    const { run } = createTestEngine({ machines, lambda: recorded });
    const { output } = await run('pipeline', { runId: 'r', iteration: 1 });
    expect(JSON.parse(output!)).toEqual({ runId: 'r', iteration: 15, verdict: 'done' });
    expect(calls.filter(([name]) => name === 'evaluate')).toHaveLength(15);
  });

  it('fails through its Fail state', async () => {
    const { run } = createTestEngine({ machines, lambda: () => ({ verdict: 'odd' }) });
    expect(await run('pipeline', { runId: 'r', iteration: 1 })).toMatchObject({ status: 'FAILED', error: 'BadVerdict', cause: 'odd' });
  });

  it('that never ends is ended by the limit of its history', async () => {
    const endless = { StartAt: 'Again', States: { Again: { Type: 'Pass', Next: 'Again' } } } as const;
    const { run } = createTestEngine({ machines: { endless } });
    const { error, cause } = await run('endless');
    expect(error).toBe('States.Runtime');
    expect(cause).toContain('maximum number of history events (25000)');
  });
});
