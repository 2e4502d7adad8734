import { describe, expect, it } from 'vitest';
import { isChosen } from './choice-rule.ts';
import type { ChoiceRule, Json } from './definition.ts';
import { placeResult } from './json-path.ts';
import { fillTemplate } from './payload-template.ts';
import { outcomeOf } from './test-engine.ts';

const fill = (template: Json, input: Json, context: Json = {}) => fillTemplate(template, { input, context });

describe('a path', () => {
  it.each<[what: string, path: string, input: Json, found: Json]>([
    ['to null', '$.a', { a: null }, null],
    ['to 0', '$.a', { a: 0 }, 0],
    ['to false', '$.a', { a: false }, false],
    ['to an empty text', '$.a', { a: '' }, ''],
    ['to []', '$.a', { a: [] }, []],
    ['to a name in brackets', "$['a b'].c", { 'a b': { c: 1 } }, 1],
    ['to an index', '$.a[1]', { a: [1, 2] }, 2],
    ['over a list of one returns a list', '$.items[*].id', { items: [{ id: 1 }] }, [1]],
    ['over a list without the field returns an empty list', '$.items[*].id', { items: [{}] }, []],
    ['to the whole input', '$', 7, 7],
  ])('%s', (_, path, input, found) => {
    expect(fill({ 'a.$': path }, input)).toEqual({ a: found });
  });

  it.each(['$.a', '$.a.b', '$.items[*].id', '$.toString', '$$.Map.Item'])('%s throws an error if the value is missing', (path) => {
    expect(() => fill({ 'a.$': path }, {})).toThrow(expect.objectContaining({ name: 'States.Runtime' }));
  });
});

describe('an intrinsic function', () => {
  it.each<[call: string, value: Json]>([
    ["States.Format('{}-{}', $.n, 'y')", '1-y'],
    ["States.Format('it\\'s \\{{}\\}', $.s)", "it's {a}"],
    ['States.Array($.n, true, null, 1.5)', [1, true, null, 1.5]],
    ['States.ArrayPartition($.list, 2)', [[1, 2], [3]]],
    ['States.ArrayLength($.list)', 3],
    ['States.ArrayGetItem($.list, 2)', 3],
    ['States.ArrayContains($.list, 2)', true],
    ['States.ArrayRange(1, 9, 4)', [1, 5, 9]],
    ['States.MathAdd($.n, -3)', -2],
    ['States.JsonToString($.list)', '[1,2,3]'],
    ['States.StringToJson(\'{"a":0}\')', { a: 0 }],
    ['States.JsonMerge($.x, $.y, false)', { a: 2, b: 1 }],
    ['States.ArrayLength(States.Array())', 0],
  ])('%s', (call, value) => {
    expect(fill({ 'v.$': call }, { n: 1, s: 'a', list: [1, 2, 3], x: { a: 1, b: 1 }, y: { a: 2 } })).toEqual({ v: value });
  });

  it('States.UUID() returns a different value each time', () => {
    const { a, b } = fill({ 'a.$': 'States.UUID()', 'b.$': 'States.UUID()' }, {}) as Record<string, string>;
    expect(a).toMatch(/^[\da-f-]{36}$/);
    expect(a).not.toBe(b);
  });

  it.each([
    "States.Format('{}')",
    'States.Format($)',
    'States.ArrayGetItem(States.Array(), 0)',
    'States.ArrayPartition(States.Array(1), 0)',
    'States.ArrayRange(0, 1001, 1)',
    "States.StringToJson('{')",
    "States.MathAdd(1, 'a')",
    'States.ArrayLength($.missing)',
  ])('%s throws an error', (call) => {
    expect(() => fill({ 'v.$': call }, {})).toThrow(expect.objectContaining({ name: 'States.IntrinsicFailure' }));
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
    ['$.list[0]', { a: { b: 1 }, list: ['result'] }],
  ])('%s', (path, output) => {
    const input = { a: { b: 1 }, list: [1] };
    expect(placeResult(path, input, 'result')).toEqual(output);
    expect(input).toEqual({ a: { b: 1 }, list: [1] });
  });

  it.each<[path: string, input: Json]>([
    ['$.a', 'text'],
    ['$.a', null],
    ['$.a.b', { a: 'text' }],
    ['$.a[1]', { a: [1] }],
  ])('%s cannot be set in %j', (path, input) => {
    expect(() => placeResult(path, input, 1)).toThrow(expect.objectContaining({ name: 'States.ResultPathMatchFailure' }));
  });
});

describe('a choice rule', () => {
  const data = { input: { s: 'photo.png', n: 5, t: '2026-01-01T00:00:00Z', yes: true, none: null, five: 5 }, context: {} };
  it.each<[rule: ChoiceRule, chosen: boolean]>([
    [{ Variable: '$.s', StringMatches: '*.png' }, true],
    [{ Variable: '$.s', StringMatches: '*.p\\*' }, false],
    [{ Variable: '$.s', StringLessThan: 'q' }, true],
    [{ Variable: '$.n', NumericGreaterThanEquals: 5 }, true],
    [{ Variable: '$.n', NumericEqualsPath: '$.five' }, true],
    [{ Variable: '$.n', StringEquals: '5' }, false],
    [{ Variable: '$.t', TimestampEquals: '2026-01-01T01:00:00+01:00' }, true],
    [{ Variable: '$.yes', BooleanEquals: true }, true],
    [{ Variable: '$.none', IsNull: true }, true],
    [{ Variable: '$.gone', IsPresent: false }, true],
    [
      {
        And: [
          { Variable: '$.gone', IsPresent: true },
          { Variable: '$.gone', NumericEquals: 1 },
        ],
      },
      false,
    ],
    [{ Or: [{ Variable: '$.n', NumericEquals: 1 }, { Not: { Variable: '$.yes', BooleanEquals: false } }] }, true],
  ])('%j is %s', (rule, chosen) => {
    expect(isChosen(rule, data)).toBe(chosen);
  });

  it('throws an error for a missing variable', () => {
    expect(() => isChosen({ Variable: '$.gone', NumericEquals: 1 }, data)).toThrow(/references an invalid value/);
  });
});

describe('a state', () => {
  it.each([false, 0, '', null, []])('of type Pass returns a Result of %j', async (Result) => {
    expect(await outcomeOf({ Type: 'Pass', Result }, { x: 1 })).toEqual(Result);
  });

  it('inside a Map can read the execution’s input and its item', async () => {
    const Parameters = { 'tag.$': '$$.Execution.Input.tag', 'n.$': '$$.Map.Item.Index', 'v.$': '$$.Map.Item.Value' };
    const ItemProcessor = { StartAt: 'Inner', States: { Inner: { Type: 'Pass' as const, End: true, Parameters } } };
    expect(await outcomeOf({ Type: 'Map', ItemsPath: '$.a', ItemProcessor }, { tag: 't', a: [7] })).toEqual([{ tag: 't', n: 0, v: 7 }]);
  });

  it('can read its whole context object', async () => {
    const context = await outcomeOf({ Type: 'Pass', Parameters: { 'all.$': '$$' } }, { x: 1 });
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

  it('throws an error with its name for a path without a value', async () => {
    await expect(outcomeOf({ Type: 'Pass', InputPath: '$.gone' })).rejects.toMatchObject({
      name: 'States.Runtime',
      message: expect.stringMatching(/executing the state 'Only' \(entered at the event id #2\)\. The JSONPath '\$\.gone'/),
    });
  });

  it('discards its input or output if the path is null', async () => {
    expect(await outcomeOf({ Type: 'Pass', InputPath: null }, { x: 1 })).toEqual({});
    expect(await outcomeOf({ Type: 'Pass', OutputPath: null }, { x: 1 })).toEqual({});
  });

  it('of type Parallel gives each branch the same input and keeps their order', async () => {
    const branch = (field: string) => ({
      StartAt: field,
      States: { [field]: { Type: 'Pass' as const, InputPath: `$.${field}`, End: true } },
    });
    expect(await outcomeOf({ Type: 'Parallel', Branches: [branch('a'), branch('b')] }, { a: 1, b: 2 })).toEqual([1, 2]);
  });
});
