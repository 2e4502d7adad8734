import { describe, expect, it } from 'vitest';
import { isChosen } from './choice-rule.ts';
import type { ChoiceRule, Json } from './definition.ts';
import { placeResult } from './json-path.ts';
import { fillTemplate } from './payload-template.ts';
import { createTestEngine, functionArn, runSingleState, type TestLambda } from './test-engine.ts';

const fill = (template: Json, input: Json, context: Json = {}) => fillTemplate(template, { input, context });

describe('a path', () => {
  it.each<[name: string, path: string, input: Json, found: Json]>([
    ['null', '$.a', { a: null }, null],
    ['0', '$.a', { a: 0 }, 0],
    ['false', '$.a', { a: false }, false],
    ['an empty text', '$.a', { a: '' }, ''],
    ['an empty list', '$.a', { a: [] }, []],
    ['a field of an inner object', '$.a.b-c', { a: { 'b-c': 1 } }, 1],
    ['the whole input', '$', 7, 7],
  ])('a path can select %s', (_, path, input, value) => {
    expect(fill({ 'a.$': path }, input)).toEqual({ a: value });
  });

  it.each(['$.a', '$.a.b', '$.toString', '$$.Map.Item'])('a path (%s) fails if the value is missing', (path) => {
    expect(() => fill({ 'a.$': path }, {})).toThrow(expect.objectContaining({ name: 'States.Runtime' }));
  });
});

describe('States.Format', () => {
  it('States.Format inserts texts and numbers', () => {
    const call = "States.Format('{}-{}/{}', $$.Execution.Name, $.n,$.yes)";
    expect(fill({ 'v.$': call }, { n: 1, yes: true }, { Execution: { Name: 'run $&' } })).toEqual({ v: 'run $&-1/true' });
    expect(fill({ 'v.$': "States.Format('a, b')" }, {})).toEqual({ v: 'a, b' });
  });

  it.each([{ n: [] }, {}])('States.Format fails if its argument is missing or not printable: %j', (input) => {
    expect(() => fill({ 'v.$': "States.Format('{}', $.n)" }, input)).toThrow(expect.objectContaining({ name: 'States.IntrinsicFailure' }));
  });
});

describe('ResultPath', () => {
  it.each<[path: string | null | undefined, output: Json]>([
    [undefined, 'result'],
    ['$', 'result'],
    [null, { a: { b: 1 }, list: [1] }],
    ['$.a', { a: 'result', list: [1] }],
    ['$.a.c', { a: { b: 1, c: 'result' }, list: [1] }],
    ['$.new.deep', { a: { b: 1 }, list: [1], new: { deep: 'result' } }],
  ])('ResultPath %s returns the expected output', (path, output) => {
    const input = { a: { b: 1 }, list: [1] };
    expect(placeResult(path, input, 'result')).toEqual(output);
    expect(input).toEqual({ a: { b: 1 }, list: [1] });
  });

  it.each<[path: string, input: Json]>([
    ['$.a', 'text'],
    ['$.a', null],
    ['$.a.b', { a: 'text' }],
    ['$.a.b', { a: [1] }],
  ])('ResultPath %s fails for the input %j', (path, input) => {
    expect(() => placeResult(path, input, 1)).toThrow(expect.objectContaining({ name: 'States.ResultPathMatchFailure' }));
  });
});

describe('a choice rule', () => {
  const data = { input: { s: 'photo', n: 5, yes: true, none: null }, context: {} };
  it.each<[rule: ChoiceRule, chosen: boolean]>([
    [{ Variable: '$.s', StringEquals: 'photo' }, true],
    [{ Variable: '$.s', StringEquals: 'other' }, false],
    [{ Variable: '$.n', StringEquals: '5' }, false],
    [{ Variable: '$.yes', BooleanEquals: true }, true],
    [{ Variable: '$.yes', BooleanEquals: false }, false],
    [{ Variable: '$.none', BooleanEquals: false }, false],
    [
      {
        Or: [
          { Variable: '$.s', StringEquals: 'other' },
          { Variable: '$.yes', BooleanEquals: true },
        ],
      },
      true,
    ],
    [
      {
        Or: [
          { Variable: '$.s', StringEquals: 'other' },
          { Variable: '$.yes', BooleanEquals: false },
        ],
      },
      false,
    ],
  ])('for the choice rule %j, isChosen returns %s', (rule, expected) => {
    expect(isChosen(rule, data)).toBe(expected);
  });

  it('a choice rule fails on a missing variable', () => {
    expect(() => isChosen({ Variable: '$.gone', StringEquals: '' }, data)).toThrow(/references an invalid value/);
  });
});

describe('a state', () => {
  const Resource = functionArn('echo');
  const echo: TestLambda = (_, payload) => payload;

  it('a state can read the execution’s input and the item of its Map', async () => {
    const Parameters = { 'tag.$': '$$.Execution.Input.tag', 'n.$': '$$.Map.Item.Index', 'v.$': '$$.Map.Item.Value' };
    const ItemProcessor = { StartAt: 'Inner', States: { Inner: { Type: 'Task' as const, Resource, End: true, Parameters } } };
    const input = { tag: 't', a: [7] };
    expect(await runSingleState({ Type: 'Map', ItemsPath: '$.a', ItemProcessor }, input, echo)).toEqual([{ tag: 't', n: 0, v: 7 }]);
  });

  it('a state can read its whole context object', async () => {
    const context = await runSingleState({ Type: 'Task', Resource, Parameters: { 'all.$': '$$' } }, { x: 1 }, echo);
    expect(context).toEqual({
      all: {
        Execution: {
          ...{ Id: expect.stringMatching(/:execution:single:[\da-f-]{36}$/), Name: expect.any(String), Input: { x: 1 } },
          StartTime: '2026-01-01T00:00:00.000Z',
        },
        StateMachine: { Id: expect.stringContaining(':stateMachine:single'), Name: 'single' },
        State: { Name: 'Only', EnteredTime: '2026-01-01T00:00:00.000Z', RetryCount: 0 },
      },
    });
  });

  it.each([
    ['Seconds', { Seconds: 2 }],
    ['SecondsPath', { SecondsPath: '$.pause' }],
  ])('a Wait state waits for the time in %s', async (_, pause) => {
    const { clock, run } = createTestEngine({
      machines: { m: { StartAt: 'Pause', States: { Pause: { Type: 'Wait', ...pause, End: true } } } },
    });
    const startedAt = clock.now();
    expect(await run('m', { pause: 2 })).toMatchObject({ status: 'SUCCEEDED', stoppedAt: startedAt + 2000 });
  });

  it('the error for a path without a value names the state', async () => {
    await expect(runSingleState({ Type: 'Task', Resource, Parameters: { 'a.$': '$.gone' } })).rejects.toMatchObject({
      name: 'States.Runtime',
      message: expect.stringMatching(/executing the state 'Only' \(entered at the event id #2\)\. The JSONPath '\$\.gone'/),
    });
  });
});
