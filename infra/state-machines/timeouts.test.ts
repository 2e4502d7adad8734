/**
 * Tests that the time-out of every state machine is longer than its worst case. In the worst case, every retry is used, and each function
 * runs until its own time-out. If a machine ended earlier, work that a vendor has already billed could be lost.
 */
import { describe, expect, test } from 'vitest';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { filesPerFinishMax } from '#shared/finish/api.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { groupPauseSeconds } from '#shared/image/groups.ts';
import { packageWaitSecondsMax, partsPerPackageMax } from '#shared/package/parts.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { focusAreasMax } from '#shared/pipeline/focus-areas.ts';
import { iterationsMax } from '#shared/pipeline/run.ts';
import { attemptsMax, backoffSeconds } from '#shared/video/retry-policy.ts';
import { firstWaitWithWebhookSeconds, waitSecondsMax } from '#shared/video/waiting.ts';
import { defaultSynthesis, type Json, toPlainValue } from '#tests/fixtures/synthesized.ts';

const { all: resourcesOf } = defaultSynthesis();
const machines = new Map<string, Json>(
  resourcesOf('AWS::StepFunctions::StateMachine').map(({ id, Properties }) => [id, JSON.parse(toPlainValue(Properties.DefinitionString))]),
);
const functionSeconds = new Map<string, number>(resourcesOf('AWS::Lambda::Function').map(({ id, Properties }) => [id, Properties.Timeout]));

/** The function or the machine to which each version belongs. */
const targetOfVersion = new Map<string, string>([
  ...resourcesOf('AWS::Lambda::Version').map(({ id, Properties }): [string, string] => [id, Properties.FunctionName.Ref]),
  ...resourcesOf('AWS::StepFunctions::StateMachineVersion').map(({ id, Properties }): [string, string] => [
    id,
    Properties.StateMachineArn.Ref,
  ]),
]);

/** Returns the id of a function or a machine, because the states refer to versions. */
const idIn = (reference: string): string => {
  const id = /<(\w+)(?:\.Arn)?>/.exec(reference)?.[1] ?? '';
  return targetOfVersion.get(id) ?? id;
};

/** The maximum number of runs of the states in a loop. Every other state runs once. */
type Loops = Record<string, number>;
const judgements = focusAreasMax + 1 + iterationsMax;
const loopsOf: Record<string, Loops> = {
  // The waiting time starts with the first order. One more attempt may start just before this time ends.
  VideoItem: { 'Wait for a slot': 2, 'Start generation': 2 },
  Pipeline: {
    'Choose the next step': 2,
    'Hold credits for one image': iterationsMax,
    'Wait for a slot': iterationsMax,
    'Improve the focus area': iterationsMax - 1,
    'Sign result': iterationsMax,
    'Capture credits': iterationsMax,
    'Evaluate the focus area': judgements,
    'Check product accuracy': 0,
  },
};
/** The time that a loop waits in addition to the time of its states. */
const clockSecondsOf: Record<string, number> = { VideoItem: waitSecondsMax, Package: packageWaitSecondsMax };
/** The waiting time of states that read this time from their input. */
const waitSecondsOf: Record<string, number> = {
  'Await result': firstWaitWithWebhookSeconds,
  'Pause before the next attempt': backoffSeconds(attemptsMax, 1),
};
const itemsOf: Record<string, number> = {
  'Make five videos at a time': itemsPerBatchMax,
  'Make the groups one after another': Math.ceil(itemsPerBatchMax / imagesPerGroup),
  'Make a group of images': imagesPerGroup,
  'Edit three photos at a time': editsPerBatchMax,
  'Make two files at a time': filesPerFinishMax,
  'Make the parts one after another': partsPerPackageMax,
};

/** Returns the maximum number of retries and the sum of their pauses in seconds. Each retrier has a separate count. */
function retriesOf({ Retry = [] }: Json): { count: number; pauseSeconds: number } {
  let [count, pauseSeconds] = [0, 0];
  for (const { ErrorEquals, MaxAttempts = 3, IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Number.POSITIVE_INFINITY } of Retry) {
    // A throttled function does not run.
    if (String(ErrorEquals) !== 'Lambda.TooManyRequestsException') count += MaxAttempts;
    for (let n = 0; n < MaxAttempts; n++) pauseSeconds += Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** n);
  }
  return { count, pauseSeconds };
}

function secondsOf(name: string, state: Json): number {
  const { count, pauseSeconds } = retriesOf(state);
  if (state.Type === 'Map') {
    const items = itemsOf[name];
    if (items === undefined) throw new Error(`${name}: add its maximum number of items to itemsOf`);
    return Math.ceil(items / state.MaxConcurrency) * sumOf(state.ItemProcessor.States) + pauseSeconds;
  }
  if (state.Type === 'Wait') return state.Seconds ?? waitSecondsOf[name] ?? Number.NaN;
  if (state.Type !== 'Task') return 0;
  if (state.Resource.endsWith('startExecution.sync:2'))
    return machines.get(idIn(state.Parameters.StateMachineArn)).TimeoutSeconds + pauseSeconds;
  const seconds = functionSeconds.get(idIn(state.Parameters?.FunctionName ?? state.Resource)) ?? Number.NaN;
  // Only a wait for a token has a time-out. This time-out includes the function.
  const waitSeconds = state.TimeoutSecondsPath ? (waitSecondsOf[name] ?? Number.NaN) : (state.TimeoutSeconds ?? 0);
  return seconds * (1 + count) + pauseSeconds + waitSeconds;
}

const sumOf = (states: Json, loops: Loops = {}): number =>
  Object.entries(states).reduce((sum, [name, state]) => sum + secondsOf(name, state) * (loops[name] ?? 1), 0);

describe.each([...machines.keys()])('the machine %s', (id) => {
  const name = id.replace(/[0-9A-F]{8}$/, '');
  const machine = machines.get(id);
  const worstCaseSeconds = sumOf(machine.States, loopsOf[name]) + (clockSecondsOf[name] ?? 0);

  test('the time-out of the machine is longer than the worst case of its states', () => {
    expect(worstCaseSeconds).toBeGreaterThan(0);
    expect(machine.TimeoutSeconds, `${worstCaseSeconds / 60} min`).toBeGreaterThan(worstCaseSeconds);
  });

  test('the time-out of the machine is less than twice the worst case, so that a failed execution does not hold credits for long', () => {
    expect(machine.TimeoutSeconds).toBeLessThan(2 * worstCaseSeconds);
  });

  test('the machine contains each state that this test lists', () => {
    for (const state of Object.keys(loopsOf[name] ?? {})) expect(Object.keys(machine.States)).toContain(state);
  });
});

test('the tables of this test list only existing machines', () => {
  const names = [...machines.keys()].map((id) => id.replace(/[0-9A-F]{8}$/, ''));
  for (const name of [...Object.keys(loopsOf), ...Object.keys(clockSecondsOf)]) expect(names).toContain(name);
});

test('the worst case includes the pauses between groups of images', () => {
  const batch = [...machines].find(([id]) => id.startsWith('ImageBatch'))?.[1];
  const states = batch.States['Make the groups one after another'].ItemProcessor.States;
  expect(secondsOf('Pause between groups', states['Pause between groups'])).toBe(groupPauseSeconds);
});
