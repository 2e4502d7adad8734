import { App, Stack } from 'aws-cdk-lib';
import { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { type IChainable, StateGraph, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { imageBatch } from '#infra/state-machines/image-batch.ts';
import { imageItem } from '#infra/state-machines/image-item.ts';
import { pipeline } from '#infra/state-machines/pipeline.ts';
import { videoBatch } from '#infra/state-machines/video-batch.ts';
import { videoItem } from '#infra/state-machines/video-item.ts';
import type { StateMachineDefinition } from './definition.ts';
import { createTestEngine, functionArn, lambdaError, machineArn, type TestLambda } from './test-engine.ts';

// biome-ignore lint/suspicious/noExplicitAny: each machine of the product needs different functions and machines
type Parts = any;

/** Synthesizes a machine of the product. The name of each function is the name of its property in `parts`. */
function synthesizeMachine(build: (scope: Construct, parts: Parts) => IChainable): StateMachineDefinition {
  const stack = new Stack(new App(), 'Machine', { env: { account: '000000000000', region: 'us-east-1' } });
  const partOf = (_: object, name: string) =>
    name === 'videoItem' || name === 'imageItem'
      ? { machine: StateMachine.fromStateMachineArn(stack, name, machineArn(name)), versionArn: `${machineArn(name)}:1` }
      : (stack.node.tryFindChild(name) ?? Lambda.fromFunctionArn(stack, name, functionArn(name)));
  const { startState } = build(stack, new Proxy({}, { get: partOf }));
  const template = stack.resolve(new StateGraph(startState, 'the machine').toGraphJson());
  // The definition contains references only to the AWS partition.
  return JSON.parse(JSON.stringify(template), (_, value) => (value?.Ref ? 'aws' : (value?.['Fn::Join']?.[1].join('') ?? value)));
}

const videos = { videoBatch: synthesizeMachine(videoBatch), videoItem: synthesizeMachine(videoItem) };
const images = { imageBatch: synthesizeMachine(imageBatch), imageItem: synthesizeMachine(imageItem) };
const idsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ itemId: `i${index}`, index }));

/** Creates an engine that records the calls of its functions. Each item that requests a slot gets the slot immediately. */
const createRecordingEngine = (
  machines: Record<string, StateMachineDefinition>,
  lambda: TestLambda,
  end: Record<'mail' | 'order', boolean> = { mail: false, order: false },
) => {
  const calls: [name: string, payload: Record<string, unknown>][] = [];
  const recordingLambda: TestLambda = (name, payload) => {
    calls.push([name, payload]);
    if (name === 'requestSlot' || name === 'requestImageSlot') {
      engine.sendTaskSuccess(payload.token, '{"admittedAt":"2026-11-23T08:00:00.000Z"}');
      return null;
    }
    if (name === 'finishBatch') return end;
    const result = lambda(name, payload);
    return name === 'ingestPhoto' ? result || { needsPrompt: false } : result;
  };
  const { engine, ...test } = createTestEngine({ machines, lambda: recordingLambda });
  return {
    ...test,
    engine,
    calls,
    itemsOf: (functionName: string) => calls.filter(([name]) => name === functionName).map(([, { itemId }]) => itemId),
  };
};

describe('a video batch', () => {
  it('a video batch runs 12 items, 5 in parallel, with callbacks in a different order, time-outs, retries and failures', async () => {
    const attempts: Record<string, number> = {};
    const polls: Record<string, number> = {};
    const tokens = new Set<string>();
    let active = 0;
    let activeMax = 0;
    const { calls, itemsOf, engine, clock, run } = createRecordingEngine(videos, (name, { itemId, token }) => {
      if (name === 'writeItemPrompt' && itemId === 'i9') throw lambdaError('AiWriteFailed');
      if (name === 'ingestPhoto') {
        attempts[itemId] = (attempts[itemId] ?? 0) + 1;
        if (attempts[itemId] === 1) activeMax = Math.max(activeMax, ++active);
        if (itemId === 'i2' && attempts.i2! < 3) throw lambdaError('InternalError');
        if (itemId === 'i4') throw lambdaError('VendorRefused', 'no');
        return { needsPrompt: ['i8', 'i9'].includes(itemId) };
      }
      if (name === 'preprocessPhoto') return { outpaint: false, crop: itemId === 'i7' };
      if (name === 'startGeneration') return { waitSeconds: 15, noise: 1 };
      if (name === 'awaitResult') {
        tokens.add(token);
        const hasNoCallback = (itemId === 'i3' && !polls.i3) || itemId === 'i6';
        if (!hasNoCallback) completeLater(itemId, token);
      }
      if (name === 'pollGeneration') {
        polls[itemId] = (polls[itemId] ?? 0) + 1;
        return { status: itemId === 'i6' && polls.i6 === 2 ? 'ready' : 'running', waitSeconds: 15 };
      }
      if (name === 'captureItem' || name === 'releaseItem') active -= 1;
      return null;
    });
    const completeLater = (itemId: string, token: string) => {
      // Later items are completed earlier.
      clock.sleep(3000 - Number(itemId.slice(1)) * 200, new AbortController().signal).then(() => {
        if (itemId === 'i5') engine.sendTaskFailure(token, 'VendorRefused', 'x');
        else engine.sendTaskSuccess(token, '{}');
      });
    };

    const { status } = await run('videoBatch', { userId: 'u', batchId: 'b', items: idsOf(12) }, 'run1');
    expect(status).toBe('SUCCEEDED');
    expect(engine.listExecutions({ stateMachineArn: machineArn('videoItem') }).map(({ name }) => name)).toContain('run1-11');
    expect({ activeMax, polls }).toEqual({ activeMax: 5, polls: { i3: 1, i6: 2 } });
    expect([attempts.i2, attempts.i4]).toEqual([3, 1]);
    expect(itemsOf('releaseItem').sort()).toEqual(['i4', 'i5', 'i9']);
    expect(itemsOf('captureItem')).toHaveLength(9);
    expect(itemsOf('writeItemPrompt').sort()).toEqual(['i8', 'i9']);
    expect(itemsOf('startGeneration')).not.toContain('i9');
    expect(itemsOf('cropVideo')).toEqual(['i7']);
    expect(tokens.size).toBe(itemsOf('awaitResult').length);
    const releaseErrors = calls.filter(([name]) => name === 'releaseItem').map(([, { error }]) => (error as { Error: string }).Error);
    expect(releaseErrors.sort()).toEqual(['AiWriteFailed', 'VendorRefused', 'VendorRefused']);
    expect(calls.at(-1)).toEqual(['finishBatch', { userId: 'u', batchId: 'b' }]);
  });

  it('a video batch calls no Lambda and runs no Catch after the engine has stopped', async () => {
    const { calls, engine, clock, start } = createRecordingEngine(videos, () => ({ waitSeconds: 15, outpaint: false, needsPrompt: false }));
    start('videoBatch', { userId: 'u', batchId: 'b', items: idsOf(3) });
    await clock.advance(200);
    const callCount = calls.length;
    await engine.stop();
    await clock.advance(60_000);
    expect([callCount > 0, calls.length]).toEqual([true, callCount]);
  });
});

describe('an image batch', () => {
  const groupItems = (count: number) =>
    Array.from({ length: Math.ceil(count / 3) }, (_, index) => ({
      items: idsOf(count).slice(index * 3, index * 3 + 3),
      isLast: (index + 1) * 3 >= count,
    }));

  it('an image batch runs groups of 3 one after another, with a pause between two groups', async () => {
    const startedAtSeconds: number[] = [];
    const { clock, run } = createRecordingEngine(
      images,
      (name) => name === 'makeImage' && startedAtSeconds.push((clock.now() - origin) / 1000),
    );
    const origin = clock.now();
    expect((await run('imageBatch', { userId: 'u', batchId: 'b', groups: groupItems(8) })).status).toBe('SUCCEEDED');
    expect(startedAtSeconds).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
  });

  it.each([
    { end: { mail: false, order: false }, last: 'finishBatch' },
    { end: { mail: true, order: false }, last: 'sendDoneMail' },
    { end: { mail: false, order: true }, last: 'continueOrder' },
  ])('with the settings $end, a batch calls $last last, and a failure of $last does not change the batch', async ({ end, last }) => {
    const failure = lambdaError('Error', 'The mail or the order failed.');
    const { run, calls } = createRecordingEngine(images, (name) => (name === last ? failure : null), end);
    const { status } = await run('imageBatch', { userId: 'u', batchId: 'b', groups: [] });
    expect([status, calls.at(-1)?.[0]]).toEqual(['SUCCEEDED', last]);
  });

  it.each([0, 1])('an image batch runs with %i items', async (count) => {
    const { run, itemsOf } = createRecordingEngine(images, () => null);
    expect((await run('imageBatch', { userId: 'u', batchId: 'b', groups: groupItems(count) })).status).toBe('SUCCEEDED');
    expect(itemsOf('captureItem')).toHaveLength(count);
  });
});

describe('a Map whose item fails', () => {
  const work = { Type: 'Task', Resource: functionArn('work'), End: true } as const;
  const Catch = [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Release' }];
  const mapOf = (ItemProcessor: StateMachineDefinition): StateMachineDefinition => ({
    StartAt: 'Each item',
    States: { 'Each item': { Type: 'Map', MaxConcurrency: 3, ItemProcessor, End: true } },
  });

  it('a Map whose item fails starts no more items', async () => {
    const machines = { map: mapOf({ StartAt: 'Work', States: { Work: work } }) };
    const { clock, run, itemsOf } = createRecordingEngine(machines, async (_, { itemId }) => {
      await clock.sleep(itemId === 'i0' ? 50 : 150, new AbortController().signal);
      if (itemId === 'i0') throw lambdaError('Boom', 'b');
    });
    expect(await run('map', idsOf(6))).toMatchObject({
      status: 'FAILED',
      error: 'Boom',
      cause: '{"errorType":"Boom","errorMessage":"b"}',
    });
    await clock.advance(10_000);
    expect(itemsOf('work')).toEqual(['i0', 'i1', 'i2']);
  });

  it('a Map whose item fails starts no queued item when the other running items end', async () => {
    const release = { ...work, Resource: functionArn('release') };
    const States = { Work: { ...work, Catch }, Release: release };
    const { clock, run, itemsOf } = createRecordingEngine({ map: mapOf({ StartAt: 'Work', States }) }, (name, { itemId }) => {
      if (name === 'work' || itemId === 'i0') throw lambdaError('Down');
    });
    expect((await run('map', idsOf(12))).status).toBe('FAILED');
    await clock.runPendingCallbacks();
    expect(itemsOf('work')).toEqual(['i0', 'i1', 'i2']);
  });
});

describe('a pipeline', () => {
  it('a pipeline repeats its steps until a step completes the run', async () => {
    const steps = ['generate', 'evaluate', ...Array.from({ length: 14 }, () => ['improve', 'evaluate']).flat(), 'complete'];
    const { run, calls } = createRecordingEngine({ pipeline: synthesizeMachine(pipeline) }, (name) =>
      name === 'chooseStep' || name === 'captureImage' || name === 'judgeImage'
        ? { do: steps.shift(), revision: 0, found: 'improvable' }
        : {},
    );
    expect((await run('pipeline', { userId: 'u', batchId: 'r' })).status).toBe('SUCCEEDED');
    expect(calls.filter(([name]) => name === 'makeIteration')).toHaveLength(15);
    expect(calls.at(-1)).toEqual(['finishRun', { userId: 'u', batchId: 'r' }]);
  });

  it('a pipeline that never ends fails at the limit of history events', async () => {
    const endlessMachine = { StartAt: 'Again', States: { Again: { Type: 'Pass', Next: 'Again' } } } as const;
    const { run } = createTestEngine({ machines: { endlessMachine } });
    const { error, cause } = await run('endlessMachine');
    expect(error).toBe('States.Runtime');
    expect(cause).toContain('maximum number of history events (25000)');
  });
});
