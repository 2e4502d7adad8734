// @ts-expect-error: asl-validator ships no types
import validate from 'asl-validator';
import { describe, expect, test } from 'vitest';
import { codesOf, type ErrorCode, type errors } from '#shared/errors.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { concurrentEditsMax } from '#shared/photo-edit/batch.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import { defaultSynthesis, type Json, toPlainValue } from '#tests/fixtures/synthesized.ts';

const { all: resourcesOf, one: onlyResource } = defaultSynthesis();

/** Returns the definition of a state machine, with ARNs instead of references. */
function definitionOf(id: string): Json {
  const [machine] = resourcesOf('AWS::StepFunctions::StateMachine').filter((resource) => resource.id.startsWith(id));
  const text: string = toPlainValue(machine?.Properties.DefinitionString);
  return JSON.parse(
    text
      .replaceAll('<AWS::Partition>', 'aws')
      .replace(/<(\w+?)CurrentVersion\w+>/g, 'arn:aws:lambda:us-east-1:123456789012:function:$1:1')
      .replace(/<(\w+)\.Arn>/g, 'arn:aws:lambda:us-east-1:123456789012:function:$1')
      .replace(/<((?:Video|Image|Edit|Late|Photo|Pipeline)\w+)>/g, 'arn:aws:states:us-east-1:123456789012:stateMachine:$1'),
  );
}

const item = definitionOf('VideoItem');
const batch = definitionOf('VideoBatch');
const lateVideo = definitionOf('LateVideo');
const imageItem = definitionOf('ImageItem');
const imageBatch = definitionOf('ImageBatch');
const editItem = definitionOf('EditItem');
const editBatch = definitionOf('EditBatch');
const photoEdit = definitionOf('PhotoEdit');
const pipeline = definitionOf('Pipeline');
const map = batch.States['Make five videos at a time'];
const ids = { 'userId.$': '$.userId', 'batchId.$': '$.batchId', 'itemId.$': '$.itemId', 'index.$': '$.index' };

describe.each([
  ['video item', item],
  ['video batch', batch],
  ['late video', lateVideo],
  ['archive', definitionOf('Archive')],
  ['file check', definitionOf('FileCheck')],
  ['account export', definitionOf('AccountExport')],
  ['finish', definitionOf('Finish')],
  ['package', definitionOf('Package')],
  ['image item', imageItem],
  ['image batch', imageBatch],
  ['edit item', editItem],
  ['edit batch', editBatch],
  ['photo edit', photoEdit],
  ['pipeline', pipeline],
])('the %s machine', (_, definition) => {
  test('the machine is valid Amazon States Language', () => {
    const { isValid, errors: faults } = validate(definition);
    expect({ isValid, faults }).toEqual({ isValid: true, faults: [] });
  });
});

/** Returns every state of a definition with its name, including the states inside maps and parallels. */
const statesOf = ({ States = {} }: Json): [string, Json][] =>
  Object.entries<Json>(States).flatMap(([name, state]) => [
    [name, state] as [string, Json],
    ...[state.ItemProcessor, ...(state.Branches ?? [])].filter(Boolean).flatMap(statesOf),
  ]);

/**
 * The errors for an invocation that Lambda rejected or lost (https://docs.aws.amazon.com/step-functions/latest/dg/sfn-best-practices.html).
 */
const lambdaErrors = [
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
];

test('every step that calls a function is retried if Lambda throttles it or fails', () => {
  const machines = [
    item,
    batch,
    lateVideo,
    definitionOf('Archive'),
    definitionOf('Finish'),
    definitionOf('Package'),
    imageItem,
    imageBatch,
    editItem,
    editBatch,
    photoEdit,
    pipeline,
  ];
  const tasks = machines.flatMap(statesOf).filter(([, { Type, Resource }]) => Type === 'Task' && !Resource.includes('startExecution'));
  expect(tasks.length).toBeGreaterThan(20);
  const isCovered = ({ Retry = [] }: Json, name: string) =>
    Retry.some(
      ({ ErrorEquals, MaxAttempts }: Json) =>
        MaxAttempts !== 0 &&
        (ErrorEquals.includes(name) || ErrorEquals.includes('States.TaskFailed') || ErrorEquals.includes('States.ALL')),
    );
  const missing = tasks.flatMap(([name, state]) => lambdaErrors.filter((error) => !isCovered(state, error)).map((error) => [name, error]));
  expect(missing).toEqual([]);
});

test('all machines are standard workflows and log failures without data', () => {
  for (const { Properties } of resourcesOf('AWS::StepFunctions::StateMachine')) {
    expect(Properties.StateMachineType).toBe('STANDARD');
    expect(Properties.LoggingConfiguration).toMatchObject({ Level: 'ERROR', IncludeExecutionData: false });
  }
});

describe('a batch', () => {
  test('a batch generates five videos in parallel, each in a separate execution', () => {
    expect(map).toMatchObject({
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: concurrentVideosMax,
      ResultPath: null,
      Next: 'Finish batch',
    });
    expect(map.ItemSelector).toEqual({
      'userId.$': '$.userId',
      'batchId.$': '$.batchId',
      'itemId.$': '$$.Map.Item.Value.itemId',
      'index.$': '$$.Map.Item.Value.index',
    });
    const makeState = map.ItemProcessor.States['Make one video'];
    expect(makeState.Resource).toBe('arn:aws:states:::states:startExecution.sync:2');
    expect(makeState.Parameters).toEqual({
      StateMachineArn: expect.stringContaining(':stateMachine:VideoItem'),
      Input: ids,
      'Name.$': "States.Format('{}-{}', $$.Execution.Name, $.index)",
    });
    expect(makeState.ResultPath).toBeNull();
  });

  test('a batch continues if an item fails, and releases the remaining hold of the item', () => {
    const { Catch } = map.ItemProcessor.States['Make one video'];
    expect(Catch).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release remaining hold' }]);
    expect(map.ItemProcessor.States['Release remaining hold']).toMatchObject({ Parameters: { ...ids, 'error.$': '$.error' }, End: true });
  });

  test.each([
    ['videos', batch],
    ['images', imageBatch],
    ['edits', editBatch],
  ])(
    'a batch of %s is finished after all items, and then a requested mail is sent, or its large order continues',
    (_, { States: states }) => {
      const Parameters = { 'userId.$': '$.userId', 'batchId.$': '$.batchId' };
      expect(states['Finish batch']).toMatchObject({
        Resource: expect.stringContaining('function:FinishBatch'),
        Parameters,
        ResultPath: '$.end',
        Next: 'Mail or order?',
      });
      expect(states['Mail or order?']).toMatchObject({
        Choices: [
          { Variable: '$.end.mail', BooleanEquals: true, Next: 'Send mail' },
          { Variable: '$.end.order', BooleanEquals: true, Next: 'Continue order' },
        ],
        Default: 'Batch ended',
      });
      expect(states['Send mail']).toMatchObject({
        Resource: expect.stringContaining('function:SendDoneMail'),
        Parameters,
        Next: 'Batch ended',
      });
      expect(states['Continue order']).toMatchObject({
        Resource: expect.stringContaining('function:ContinueOrder'),
        Parameters: { ...Parameters, 'executionArn.$': '$$.Execution.Id' },
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Leave order to job' }],
        Next: 'Batch ended',
      });
      expect(states['Leave order to job']).toMatchObject({ Type: 'Pass', Next: 'Batch ended' });
    },
  );

  test('a batch succeeds even if its mail fails three times, because a job sends the mail later', () => {
    const { Retry, Catch } = batch.States['Send mail'];
    expect(Retry.at(-1)).toMatchObject({ ErrorEquals: ['States.TaskFailed'], MaxAttempts: 2 });
    expect(Catch).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Leave mail to job' }]);
    expect(batch.States['Leave mail to job']).toMatchObject({ Type: 'Pass', Next: 'Batch ended' });
    expect(batch.States['Batch ended']).toMatchObject({ Type: 'Succeed' });
  });
});

test('if the hold of an item cannot be released, the batch continues, and the reconcile job processes the item', () => {
  const { States: states } = batch.States['Make five videos at a time'].ItemProcessor;
  expect(states['Release remaining hold']?.Catch).toMatchObject([{ ErrorEquals: ['States.ALL'], Next: 'Reconcile job will release hold' }]);
  expect(states['Reconcile job will release hold']).toMatchObject({ Type: 'Pass', End: true });
});

describe('a video', () => {
  test('a video has the expected steps from the photo to the capture', () => {
    const path = [];
    for (let name = item.StartAt; name; name = item.States[name].Next ?? item.States[name].Default) path.push(name);
    expect(path).toEqual([
      'Ingest photo',
      'Preprocess photo',
      'Outpaint?',
      'Write a prompt?',
      'Wait for a slot',
      'Start generation',
      'Await result',
      'Store result',
      'Crop?',
      'Sign result',
      'Capture credits',
      'Delivered',
    ]);
  });

  test('if the plan requires it, a video starts with the extension of its photo', () => {
    expect(item.States['Preprocess photo']).toMatchObject({ ResultPath: '$.remaining', Next: 'Outpaint?' });
    expect(item.States['Outpaint?'].Choices).toEqual([
      { Variable: '$.remaining.outpaint', BooleanEquals: true, Next: 'Wait for an outpaint slot' },
    ]);
    expect(item.States['Wait for an outpaint slot'].Next).toBe('Outpaint photo');
    expect(item.States['Outpaint photo'].Next).toBe('Write a prompt?');
  });

  test.each([
    ['a video', item],
    ['an image', imageItem],
  ])('the prompt of %s is written before its result if AI Write writes it, with a slot of the text model', (_, { States: states }) => {
    expect(states['Ingest photo'].ResultPath).toBe('$.photo');
    expect(states['Write a prompt?']).toMatchObject({
      Choices: [{ Variable: '$.photo.needsPrompt', BooleanEquals: true, Next: 'Wait for a prompt slot' }],
      Default: 'Wait for a slot',
    });
    expect(states['Wait for a prompt slot'].Next).toBe('Write prompt');
    expect(states['Write prompt']).toMatchObject({
      Resource: expect.stringContaining('function:WriteItemPrompt'),
      Parameters: ids,
      ResultPath: null,
      Next: 'Wait for a slot',
    });
    for (const name of ['Wait for a prompt slot', 'Write prompt'])
      expect(states[name].Catch).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release credits' }]);
  });

  test('no other kind of item has a state of AI Write', () => {
    for (const { States: states } of [editItem, photoEdit, pipeline, lateVideo])
      expect(Object.keys(states).filter((name) => /prompt/i.test(name))).toEqual([]);
  });

  test('a video is cropped if the plan requires it, and is delivered uncropped if the crop fails', () => {
    expect(item.States['Crop?'].Choices).toEqual([{ Variable: '$.remaining.crop', BooleanEquals: true, Next: 'Crop video' }]);
    expect(item.States['Crop video']).toMatchObject({
      Next: 'Sign result',
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Keep original' }],
    });
    expect(item.States['Keep original'].Next).toBe('Sign result');
    expect(item.States['Sign result'].Next).toBe('Capture credits');
  });

  test('a late video is also cropped; if the crop fails, the uncropped video is attached', () => {
    expect(lateVideo.States['Store late result']).toMatchObject({
      Parameters: { ...ids, mayCrop: true },
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Store late result as it is' }],
    });
    expect(lateVideo.States['Store late result as it is']).toMatchObject({ Parameters: { ...ids, mayCrop: false }, End: true });
  });

  test.each([
    ['Wait for an outpaint slot', 'outpaint', null],
    ['Wait for a prompt slot', 'prompt', null],
    ['Wait for a slot', 'result', '$.slot'],
  ])('before each paid request, a video waits for a callback, for at most 72 hours: %s', (name, purpose, resultPath) => {
    expect(item.States[name]).toMatchObject({
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: {
        FunctionName: expect.stringContaining('RequestSlot'),
        Payload: { ...ids, purpose, 'token.$': '$$.Task.Token' },
      },
      TimeoutSeconds: 72 * 3600,
      ResultPath: resultPath,
    });
    expect(item.States[name]).not.toHaveProperty('TimeoutSecondsPath');
  });

  test('a video passes the time of its slot to the order, because the time limit of the vendor starts at this time', () => {
    expect(item.States['Start generation'].Parameters).toEqual({ ...ids, 'admittedAt.$': '$.slot.admittedAt' });
  });

  test('a video waits for its token, then polls after the waiting time of the last step, and repeats both until the vendor has finished', () => {
    const waitState = item.States['Await result'];
    expect(waitState).toMatchObject({
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      TimeoutSecondsPath: '$.generation.waitSeconds',
      ResultPath: null,
    });
    expect(waitState.Parameters.Payload).toEqual({ ...ids, 'token.$': '$$.Task.Token' });
    expect(waitState.Catch[0]).toEqual({ ErrorEquals: ['States.Timeout'], ResultPath: null, Next: 'Ask vendor' });
    expect(item.States['Start generation'].ResultPath).toBe('$.generation');
    expect(item.States['Ask vendor']).toMatchObject({ ResultPath: '$.generation', Next: 'Vendor done?' });
    expect(item.States['Vendor done?']).toMatchObject({
      Choices: [{ Variable: '$.generation.status', StringEquals: 'ready', Next: 'Store result' }],
      Default: 'Await result',
    });
  });

  const workingSteps = [
    'Ingest photo',
    'Preprocess photo',
    'Wait for an outpaint slot',
    'Outpaint photo',
    'Wait for a prompt slot',
    'Write prompt',
    'Wait for a slot',
    'Start generation',
    'Await result',
    'Ask vendor',
    'Decide retry',
    'Store result',
    'Keep original',
    'Sign result',
    'Capture credits',
  ];
  const nextState = (name: string, error: string) =>
    item.States[name].Catch.find(({ ErrorEquals }: Json) => ErrorEquals.includes(error) || ErrorEquals.includes('States.ALL')).Next;

  test.each(workingSteps)('a video releases its hold if this step fails: %s', (name) => {
    expect(item.States[name].Catch.at(-1)).toEqual({ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release credits' });
  });

  test.each(['Start generation', 'Await result', 'Ask vendor'])('a video retries this step after a transient failure: %s', (name) => {
    for (const code of ['VendorBusy', 'VendorServerError', 'VendorUnreachable']) expect(nextState(name, code)).toBe('Decide retry');
    for (const code of ['VendorRefused', 'VendorTimeout', 'ResultUnavailable', 'InternalError'])
      expect(nextState(name, code)).toBe('Release credits');
    expect(item.States['Decide retry']).toMatchObject({ ResultPath: '$.generation', Next: 'Try again?' });
    expect(item.States['Try again?']).toMatchObject({
      Choices: [{ Variable: '$.generation.again', BooleanEquals: true, Next: 'Pause before the next attempt' }],
      Default: 'Release credits',
    });
    expect(item.States['Pause before the next attempt']).toMatchObject({
      SecondsPath: '$.generation.pauseSeconds',
      Next: 'Wait for a slot',
    });
  });

  test('if the seller cancels a video, its order is stopped; its hold is released even if the vendor cannot be reached', () => {
    for (const name of ['Start generation', 'Await result', 'Ask vendor', 'Decide retry'])
      expect(nextState(name, 'Cancelled')).toBe('Stop at vendor');
    expect(item.States['Stop at vendor']).toMatchObject({
      Next: 'Release credits',
      ResultPath: null,
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: null, Next: 'Release credits' }],
    });
  });

  test('a failed video releases its hold, and then its execution succeeds', () => {
    expect(item.States['Release credits']).toMatchObject({ Parameters: { ...ids, 'error.$': '$.error' }, Next: 'Not delivered' });
    expect(item.States['Not delivered'].Type).toBe('Succeed');
  });

  test('the state of a video contains only its ids, the waiting time and the optional steps', () => {
    const resultPaths: Record<string, string> = {
      'Ingest photo': '$.photo',
      'Preprocess photo': '$.remaining',
      'Wait for a slot': '$.slot',
    };
    for (const [name, state] of Object.entries<Json>(item.States).filter(([, { Type }]) => Type === 'Task'))
      expect({ name, path: state.ResultPath }).toEqual({
        name,
        path: ['Start generation', 'Ask vendor', 'Decide retry'].includes(name) ? '$.generation' : (resultPaths[name] ?? null),
      });
  });
});

describe('the retries', () => {
  const states: Record<string, Json> = { ...item.States, ...batch.States, ...map.ItemProcessor.States, ...lateVideo.States };
  /** Returns the retrier that Step Functions uses: the first one that matches the error. */
  const retrierFor = (name: string, error: string): Json =>
    (states[name].Retry ?? []).find(({ ErrorEquals }: Json) => ErrorEquals.includes(error) || ErrorEquals.includes('States.TaskFailed'));
  const attemptsOf = (name: string, error: string): number => 1 + (retrierFor(name, error)?.MaxAttempts ?? 0);

  /** The number of attempts of each step by the retry class of the error. If a new class has no row here, this file does not compile. */
  const attempts: Record<string, Record<(typeof errors)[ErrorCode]['retry'], number>> = {
    'Ingest photo': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Preprocess photo': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Outpaint photo': { 'vendor-busy': 3, conflict: 5, never: 1 },
    'Write prompt': { 'vendor-busy': 2, conflict: 5, never: 1 },
    // After this failure, the step 'Decide retry' reads the number of attempts of the item and decides about another attempt.
    'Start generation': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Await result': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Ask vendor': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Decide retry': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Stop at vendor': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Crop video': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Keep original': { 'vendor-busy': 1, conflict: 5, never: 1 },
    'Store late result as it is': { 'vendor-busy': 3, conflict: 5, never: 1 },
    'Store late result': { 'vendor-busy': 3, conflict: 5, never: 1 },
    'Store result': { 'vendor-busy': 3, conflict: 5, never: 1 },
    'Sign result': { 'vendor-busy': 7, conflict: 7, never: 1 },
    'Capture credits': { 'vendor-busy': 7, conflict: 7, never: 1 },
    'Release credits': { 'vendor-busy': 7, conflict: 7, never: 1 },
    'Release remaining hold': { 'vendor-busy': 7, conflict: 7, never: 1 },
    'Finish batch': { 'vendor-busy': 7, conflict: 7, never: 1 },
  };
  const billedSteps = new Set([
    ...['Await result', 'Ask vendor', 'Decide retry', 'Store result', 'Crop video', 'Keep original', 'Sign result', 'Capture credits'],
    ...['Store late result', 'Store late result as it is'],
  ]);
  const isSettlement = (name: string) => attempts[name]?.conflict === 7;

  test.each(Object.keys(attempts))('the step %s has the expected number of attempts for the class of the error', (name) => {
    for (const [retry, count] of Object.entries(attempts[name] ?? {}))
      for (const code of codesOf(retry as (typeof errors)[ErrorCode]['retry'])) {
        // An unknown error may be transient, and a step that settles credits must not end after one error.
        const expected = code !== 'InternalError' ? count : isSettlement(name) ? 7 : 5;
        // Without a key, a result waits for some hours.
        const isWaiting = /^(Sign|Store late) result/.test(name) && code === 'SigningKeyMissing';
        // After an unreadable text, another request may return a readable one.
        const isRequestedAgain = name === 'Write prompt' && code === 'VendorMalformedAnswer';
        expect({ code, attempts: attemptsOf(name, code) }).toEqual({ code, attempts: isWaiting ? 57 : isRequestedAgain ? 2 : expected });
      }
  });

  test.each(Object.keys(attempts))('the step %s is repeated if Lambda could not run it', (name) => {
    for (const error of ['Lambda.ServiceException', 'Lambda.Unknown', 'Lambda.ClientExecutionTimeoutException', 'Runtime.ExitError'])
      expect({ error, attempts: attemptsOf(name, error) }).toEqual({ error, attempts: isSettlement(name) ? 7 : 5 });
    // A throttled function did not run. The step waits some minutes, or some hours if a vendor has already billed the work.
    expect(attemptsOf(name, 'Lambda.TooManyRequestsException')).toBe(billedSteps.has(name) ? 57 : 17);
    // A crop that exceeds its time or memory twice would exceed it again. So the uncropped video is delivered instead.
    for (const error of ['Sandbox.Timedout', 'Runtime.OutOfMemory'])
      expect({ error, attempts: attemptsOf(name, error) }).toEqual({
        error,
        attempts: isSettlement(name) ? 7 : name === 'Crop video' ? 2 : 5,
      });
  });

  test('no retry matches all errors, so an unexpected error never repeats a charge', () => {
    for (const { Retry = [] } of Object.values(states))
      for (const { ErrorEquals } of Retry) expect(ErrorEquals).not.toContain('States.ALL');
  });

  test('the retries have pauses with jitter, so that five items do not retry at the same time', () => {
    for (const { Retry = [] } of Object.values(states))
      for (const { MaxAttempts, JitterStrategy } of Retry) if (MaxAttempts !== 0) expect(JitterStrategy).toBe('FULL');
  });
});

test('the reconcile job runs every five minutes', () => {
  const { ScheduleExpression, State, Targets } = onlyResource('AWS::Events::Rule', 'Reconcile').Properties;
  expect({ ScheduleExpression, State }).toEqual({ ScheduleExpression: 'rate(5 minutes)', State: 'ENABLED' });
  expect(toPlainValue(Targets)).toMatchObject([{ Arn: expect.stringContaining('Reconcile'), RetryPolicy: { MaximumRetryAttempts: 0 } }]);
});

test('the permission to complete tasks is a separate policy, because otherwise the function and the machine would depend on each other', () => {
  expect(onlyResource('AWS::IAM::Policy', 'AwaitResultAnswers').Properties.Roles).toHaveLength(1);
});

describe('a batch of images', () => {
  const groups = imageBatch.States['Make the groups one after another'];
  const group = groups.ItemProcessor.States['Make a group of images'];

  test('a batch of images generates its groups one after another, with three images in parallel, each in a separate execution', () => {
    expect(groups).toMatchObject({ Type: 'Map', ItemsPath: '$.groups', MaxConcurrency: 1, ResultPath: null, Next: 'Finish batch' });
    expect(group).toMatchObject({ Type: 'Map', ItemsPath: '$.items', MaxConcurrency: imagesPerGroup, ResultPath: null });
    expect(group.ItemProcessor.States['Make one image'].Parameters).toMatchObject({
      StateMachineArn: expect.stringContaining(':stateMachine:ImageItem'),
      'Name.$': "States.Format('{}-{}', $$.Execution.Name, $.index)",
    });
  });

  test('a batch of images pauses after each group except the last', () => {
    expect(group.Next).toBe('Another group?');
    expect(groups.ItemProcessor.States['Another group?']).toMatchObject({
      Choices: [{ Variable: '$.isLast', BooleanEquals: true, Next: 'Last group made' }],
      Default: 'Pause between groups',
    });
    expect(groups.ItemProcessor.States['Pause between groups']).toMatchObject({ Type: 'Wait', Seconds: 1, End: true });
  });

  test('a batch of images continues if an image fails', () => {
    const { States: states } = group.ItemProcessor;
    expect(states['Make one image'].Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release remaining hold' },
    ]);
    expect(states['Release remaining hold'].Catch).toMatchObject([
      { ErrorEquals: ['States.ALL'], Next: 'Reconcile job will release hold' },
    ]);
  });
});

describe('an image', () => {
  test('an image has the expected steps from the photo to the capture', () => {
    const path = [];
    for (let name = imageItem.StartAt; name; name = imageItem.States[name].Next ?? imageItem.States[name].Default) path.push(name);
    expect(path).toEqual([
      'Ingest photo',
      'Write a prompt?',
      'Wait for a slot',
      'Make image',
      'Sign result',
      'Capture credits',
      'Delivered',
    ]);
  });

  test.each(['Ingest photo', 'Wait for a slot', 'Make image', 'Sign result', 'Capture credits'])(
    'an image releases its hold if this step fails: %s',
    (name) => {
      expect(imageItem.States[name].Catch).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release credits' }]);
      expect(imageItem.States['Release credits'].Next).toBe('Not delivered');
    },
  );

  test('an image is retried only after a transient vendor error, or if the step did not finish', () => {
    const [throttleRetrier, busyRetrier, invocationRetrier, ...otherRetriers] = imageItem.States['Make image'].Retry;
    expect(throttleRetrier.ErrorEquals).toEqual(['Lambda.TooManyRequestsException']);
    expect(busyRetrier).toMatchObject({ ErrorEquals: codesOf('vendor-busy'), MaxAttempts: 2 });
    expect(invocationRetrier.ErrorEquals).not.toContain('VendorRefused' satisfies ErrorCode);
    expect(invocationRetrier.ErrorEquals).not.toContain('States.ALL');
    expect(otherRetriers).toEqual([]);
  });
});

describe('a batch of edits', () => {
  const editMap = editBatch.States['Edit three photos at a time'];

  test('a batch of edits makes three edits in parallel, each in a separate execution, and then ends', () => {
    expect(editMap).toMatchObject({
      Type: 'Map',
      ItemsPath: '$.items',
      MaxConcurrency: concurrentEditsMax,
      ResultPath: null,
      Next: 'Finish batch',
    });
    expect(editMap.ItemProcessor.States['Edit one photo']).toMatchObject({
      Resource: 'arn:aws:states:::states:startExecution.sync:2',
      Parameters: { StateMachineArn: expect.stringContaining(':stateMachine:EditItem'), Input: ids },
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release remaining hold' }],
    });
  });

  test('each photo of a batch of edits has the steps from the upload to the capture', () => {
    const path = [];
    for (let name = editItem.StartAt; name; name = editItem.States[name].Next) path.push(name);
    expect(path).toEqual(['Prepare photo', 'Wait for a slot', 'Edit photo', 'Sign result', 'Capture credits', 'Delivered']);
  });

  test.each(['Prepare photo', 'Wait for a slot', 'Edit photo', 'Sign result', 'Capture credits'])(
    'a batch of edits releases the hold of a photo if this step fails: %s',
    (name) => {
      expect(editItem.States[name].Catch).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release credits' }]);
      expect(editItem.States['Release credits'].Next).toBe('Not delivered');
    },
  );

  test('an edit in a batch has the same retries as a single edit', () => {
    expect(editItem.States['Edit photo'].Retry).toEqual(photoEdit.States['Edit photo'].Retry);
  });
});

describe('the edit of a photo', () => {
  test('the edit of a photo has the expected steps from the vendor to the end of the batch', () => {
    const path = [];
    for (let name = photoEdit.StartAt; name; name = photoEdit.States[name].Next) path.push(name);
    expect(path).toEqual(['Wait for a slot', 'Edit photo', 'Sign result', 'Capture credits', 'Finish batch']);
    expect(photoEdit.States['Finish batch'].End).toBe(true);
  });

  test.each(['Edit photo', 'Sign result', 'Capture credits'])(
    'the edit of a photo releases its hold and ends if this step fails: %s',
    (name) => {
      expect(photoEdit.States[name].Catch).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release credits' }]);
      expect(photoEdit.States['Release credits']).toMatchObject({ Parameters: { ...ids, 'error.$': '$.error' }, Next: 'Finish batch' });
    },
  );

  test('the edit of a photo is retried only after a transient vendor error, or if the step did not finish', () => {
    const [throttleRetrier, busyRetrier, invocationRetrier, ...otherRetriers] = photoEdit.States['Edit photo'].Retry;
    expect(throttleRetrier.ErrorEquals).toEqual(['Lambda.TooManyRequestsException']);
    expect(busyRetrier).toMatchObject({ ErrorEquals: codesOf('vendor-busy'), MaxAttempts: 2 });
    expect(invocationRetrier.ErrorEquals).not.toContain('VendorRejectedInput' satisfies ErrorCode);
    expect(invocationRetrier.ErrorEquals).not.toContain('States.ALL');
    expect(otherRetriers).toEqual([]);
  });

  test('the edit of a photo retries the steps that settle credits or finish the batch up to six times', () => {
    for (const name of ['Capture credits', 'Release credits', 'Finish batch'])
      expect(photoEdit.States[name].Retry.at(-1)).toMatchObject({ ErrorEquals: ['States.TaskFailed'], MaxAttempts: 6 });
  });
});

describe('a before/after run', () => {
  const { States: states } = pipeline;
  /** Returns the next task after a state with this `$.next`. Skips choices and states that only show a result. */
  const nextTask = (name: string, nextState: object): string => {
    const state = states[name];
    if (state.Type === 'Task') return name;
    const data = { next: nextState } as Json;
    const isTrue = (rule: Json): boolean =>
      rule.Or
        ? rule.Or.some(isTrue)
        : rule.Variable.split('.')
            .slice(1)
            .reduce((value: Json, key: string) => value?.[key], data) === rule.StringEquals;
    return nextTask(state.Type === 'Choice' ? (state.Choices.find(isTrue)?.Next ?? state.Default) : state.Next, nextState);
  };

  test.each([
    ['analyze', 'Analyze the example'],
    ['generate', 'Hold credits for one image'],
    ['improve', 'Hold credits for one image'],
    ['evaluate', 'Evaluate the focus area'],
    ['check_accuracy', 'Check product accuracy'],
    ['complete', 'Complete the run'],
    ['stop', 'Keep the best so far'],
  ])('a run continues with the step that the rules return: %s', (word, state) => {
    expect(nextTask('What comes next?', { do: word })).toBe(state);
    for (const outcome of ['solved', 'needs_work', 'skipped', 'limit'])
      expect(nextTask('Solved?', { do: word, found: outcome })).toBe(state);
  });

  test('a run holds, generates and captures one image at a time', () => {
    expect(states['Hold credits for one image'].Next).toBe('Wait for a slot');
    expect(states['Wait for a slot'].Next).toBe('First image?');
    expect(nextTask('First image?', { do: 'generate' })).toBe('Generate the first image');
    expect(nextTask('First image?', { do: 'improve' })).toBe('Improve the focus area');
    for (const name of ['Generate the first image', 'Improve the focus area']) expect(states[name].Next).toBe('Sign result');
    expect(states['Sign result'].Next).toBe('Capture credits');
    expect(states['Capture credits'].Next).toBe('What comes next?');
  });

  const workingSteps = Object.entries<Json>(states)
    .filter(([name, { Type }]) => Type === 'Task' && !/^(Release|Pause|Complete|Keep)/.test(name))
    .map(([name]) => name);

  test.each(workingSteps)('a run releases its hold if this step fails: %s', (name) => {
    expect(states[name].Catch).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release credits' }]);
    const isWait = name === 'Wait for a slot';
    const isJudgement = /^(Evaluate|Check)/.test(name);
    expect(isWait ? states[name].Parameters.Payload : states[name].Parameters).toEqual({
      'userId.$': '$.userId',
      'batchId.$': '$.batchId',
      ...(isWait && { 'token.$': '$$.Task.Token' }),
      ...(isJudgement && { 'revision.$': '$.next.revision' }),
    });
  });

  test('an error pauses a run without data loss, or ends it if the seller stopped it', () => {
    expect(states['Release credits']).toMatchObject({ Parameters: { 'error.$': '$.error' }, Next: 'Stopped by the seller?' });
    expect(states['Stopped by the seller?']).toMatchObject({
      Choices: [{ Variable: '$.error.Error', StringEquals: 'Cancelled', Next: 'Keep the best so far' }],
      Default: 'Pause the run and keep everything',
    });
    expect(states['Pause the run and keep everything']).toMatchObject({
      Parameters: { 'error.$': '$.error' },
      ResultPath: '$.end',
      Next: 'Stopped meanwhile?',
    });
    expect(states['Stopped meanwhile?']).toMatchObject({
      Choices: [{ Variable: '$.end.status', StringEquals: 'stopped', Next: 'Stopped' }],
      Default: 'Paused',
    });
    for (const name of ['Paused', 'Stopped', 'Completed']) expect(states[name].Type).toBe('Succeed');
  });

  /** The attempts and pauses of docs/spec.md 10.7. */
  test.each([
    ['Analyze the example', 2, ['VendorBusy', 'VendorUnreachable', 'VendorRefused', 'VendorMalformedAnswer']],
    ['Evaluate the focus area', 3, ['VendorBusy', 'VendorUnreachable', 'VendorRefused', 'VendorMalformedAnswer']],
    ['Check product accuracy', 3, ['VendorBusy', 'VendorUnreachable', 'VendorRefused', 'VendorMalformedAnswer']],
    ['Generate the first image', 2, ['VendorBusy', 'VendorUnreachable', 'VendorMalformedAnswer']],
    ['Improve the focus area', 2, ['VendorBusy', 'VendorUnreachable', 'VendorMalformedAnswer']],
  ])('the step %s has %i attempts, with pauses of one and two seconds', (name, attempts, codes) => {
    const [throttleRetrier, firstRetrier, ...otherRetriers] = states[name].Retry;
    expect(throttleRetrier.ErrorEquals).toEqual(['Lambda.TooManyRequestsException']);
    expect(firstRetrier).toMatchObject({ MaxAttempts: attempts - 1, IntervalSeconds: 1, BackoffRate: 2 });
    for (const code of codes) expect(firstRetrier.ErrorEquals).toContain(code);
    // A request that an image model refused may be billed, and the model would refuse it again.
    const isImageStep = name.includes('image') || name.startsWith('Improve');
    expect(firstRetrier.ErrorEquals.includes('VendorRefused')).toBe(!isImageStep);
    for (const { ErrorEquals } of [firstRetrier, ...otherRetriers])
      for (const code of ['States.ALL', 'Cancelled', 'InsufficientCredits', 'GenerationFailed']) expect(ErrorEquals).not.toContain(code);
  });
});
