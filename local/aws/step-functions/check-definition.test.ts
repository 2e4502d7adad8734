import { describe, expect, it } from 'vitest';
import { assertSupported } from './check-definition.ts';
import type { StateMachineDefinition } from './definition.ts';
import { createTestEngine, functionArn, machineArn } from './test-engine.ts';
import { nestingMachine, tokenMachine } from './test-machines.ts';

const machine = (state: object, extraFields: object = {}) =>
  ({ StartAt: 'First', States: { First: state, Other: { Type: 'Succeed' } }, ...extraFields }) as unknown as StateMachineDefinition;
const task = (extraFields: object) => ({ Type: 'Task', Resource: functionArn('f'), End: true, ...extraFields });
const map = (extraFields: object, states: object = { Inner: { Type: 'Pass', End: true } }) => ({
  ...{ Type: 'Map', End: true },
  ItemProcessor: { StartAt: 'Inner', States: states },
  ...extraFields,
});
const invoke = 'arn:aws:states:::lambda:invoke.waitForTaskToken';
const wait = { Type: 'Wait', End: true };
const choice = (rule: object) => ({ Type: 'Choice', Choices: [{ Next: 'Other', ...rule }] });

describe('assertSupported accepts a definition', () => {
  it.each(Object.entries({ tokenMachine, nesting: nestingMachine(machineArn('x')) }))(
    'assertSupported accepts the machine %s',
    (name, definition) => {
      expect(() => assertSupported(definition, name)).not.toThrow();
    },
  );

  it('assertSupported accepts the fields that CDK adds', () => {
    const ProcessorConfig = { Mode: 'INLINE' };
    const inner = { ...map({}).ItemProcessor, ProcessorConfig };
    expect(() => assertSupported(machine(map({ ItemProcessor: inner }), { QueryLanguage: 'JSONPath', Comment: 'c' }), 'm')).not.toThrow();
  });
});

describe('assertSupported rejects', () => {
  it.each<[state: string, field: string, definition: StateMachineDefinition]>([
    ['First', 'Type', machine({ Type: 'Activity', End: true })],
    ['First', 'Type', machine({ Type: 'Parallel', End: true, Branches: [] })],
    ['First', 'Type', machine({ Type: 'Fail', Error: 'E' })],
    ['First', 'QueryLanguage', machine(task({ QueryLanguage: 'JSONata' }))],
    ['First', 'Assign', machine(task({ Assign: {} }))],
    ['First', 'Arguments', machine(task({ Arguments: {} }))],
    ['First', 'HeartbeatSeconds', machine(task({ HeartbeatSeconds: 5 }))],
    ['First', 'Credentials', machine(task({ Credentials: {} }))],
    ['First', 'TimeoutSeconds', machine(task({ TimeoutSeconds: 0 }))],
    ['First', 'Resource', machine(task({ Resource: 'arn:aws:states:::dynamodb:putItem' }))],
    ['First', 'Resource', machine(task({ Resource: 'arn:aws:states:::states:startExecution.sync' }))],
    ['First', 'Resource', machine(task({ Resource: 'arn:aws:states:::states:startExecution' }))],
    ['First', 'Resource', machine(task({ Resource: 'arn:aws:states:::lambda:invoke' }))],
    ['First', 'Resource', machine(task({ Resource: 'arn:aws:states:us-east-1:000000000000:activity:a' }))],
    ['First', 'Resource', machine({ Type: 'Task', End: true })],
    ['First', 'Parameters.InvocationType', machine(task({ Resource: invoke, Parameters: { FunctionName: 'f', InvocationType: 'Event' } }))],
    ['First', 'Parameters.FunctionName', machine(task({ Resource: invoke, Parameters: {} }))],
    ['First', 'Parameters', machine(task({ Parameters: { deep: [{ 'a.$': 'States.Hash($.a)' }] } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': "States.Format('{}')" } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': "States.Format('{}', 'b')" } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': "States.Format('it\\'s')" } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': 'States.Format($)' } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': '$.items[*].id' } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': '$.items[0]' } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': "$['a b']" } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': '$.items[?(@.a)]' } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': '$..deep' } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': 'plain' } }))],
    ['First', 'Parameters', machine(task({ Parameters: { 'a.$': 7 } }))],
    ['First', 'InputPath', machine(task({ InputPath: '$.a' }))],
    ['First', 'OutputPath', machine(task({ OutputPath: '$.a' }))],
    ['First', 'ResultSelector', machine(task({ ResultSelector: {} }))],
    ['First', 'ResultPath', machine(task({ ResultPath: '$$.Task' }))],
    ['First', 'ResultPath', machine(task({ ResultPath: '$.items[*]' }))],
    ['First', 'Retry', machine(task({ Retry: [{ ErrorEquals: ['E'], Unknown: 1 }] }))],
    ['First', 'Retry', machine(task({ Retry: [{ ErrorEquals: ['E'], JitterStrategy: 'HALF' }] }))],
    ['First', 'Retry', machine(task({ Retry: [{ MaxAttempts: 1 }] }))],
    ['First', 'Catch', machine(task({ Catch: [{ ErrorEquals: ['E'], Next: 'Nowhere' }] }))],
    ['First', 'Next', machine({ Type: 'Pass', Next: 'Nowhere' })],
    ['First', 'Next', machine({ Type: 'Pass' })],
    ['First', 'Parameters', machine({ Type: 'Pass', End: true, Parameters: {} })],
    ['First', 'Result', machine({ Type: 'Pass', End: true, Result: {} })],
    ['First', 'Retry', machine({ Type: 'Pass', End: true, Retry: [] })],
    ['First', 'Seconds', machine({ ...wait })],
    ['First', 'Seconds', machine({ ...wait, Seconds: 1, SecondsPath: '$.s' })],
    ['First', 'Timestamp', machine({ ...wait, Timestamp: '2026-01-01T00:00:00Z' })],
    ['First', 'Choices', machine(choice({ Variable: '$.a', NumericEquals: 1 }))],
    ['First', 'Choices', machine(choice({ Variable: '$.a', IsPresent: true }))],
    ['First', 'Choices', machine(choice({ Variable: '$.a', StringEquals: 1 }))],
    ['First', 'Choices', machine(choice({ Variable: '$.a', StringEquals: 'a', BooleanEquals: true }))],
    ['First', 'Choices', machine(choice({ Condition: '{% true %}' }))],
    ['First', 'Choices', machine(choice({ Not: { Variable: '$.a', BooleanEquals: true } }))],
    ['First', 'Choices', machine(choice({ Or: [{ Variable: '$.a', BooleanEquals: true, Next: 'Other' }] }))],
    ['First', 'Default', machine({ ...choice({ Variable: '$.a', BooleanEquals: true }), Default: 'Nowhere' })],
    ['First', 'ItemReader', machine(map({ ItemReader: {} }))],
    ['First', 'ToleratedFailurePercentage', machine(map({ ToleratedFailurePercentage: 5 }))],
    ['First', 'Iterator', machine(map({ Iterator: {} }))],
    ['First', 'ProcessorConfig', machine(map({ ItemProcessor: { ...map({}).ItemProcessor, ProcessorConfig: { Mode: 'DISTRIBUTED' } } }))],
    ['Inner', 'Label', machine(map({}, { Inner: { Type: 'Pass', End: true, Label: 'l' } }))],
    ['Inner', 'Next', machine(map({}, { Inner: { Type: 'Pass', Next: 'Other' } }))],
  ])('assertSupported rejects, in the state %s, the field %s (%#)', (state, field, definition) => {
    expect(() => assertSupported(definition, 'video-batch')).toThrow(`State machine 'video-batch', state '${state}', field '${field}': `);
  });

  it.each<[field: string, extraFields: object]>([
    ['QueryLanguage', { QueryLanguage: 'JSONata' }],
    ['StartAt', { StartAt: 'Nowhere' }],
    ['Assign', { Assign: {} }],
  ])('assertSupported rejects the field %s of the machine', (field, extraFields) => {
    expect(() => assertSupported(machine({ Type: 'Succeed' }, extraFields), 'video-batch')).toThrow(
      `State machine 'video-batch', field '${field}': `,
    );
  });

  it('an unsupported field is rejected when the engine is created', () => {
    const machines = { 'video-batch': machine(task({ HeartbeatSeconds: 5 })) };
    expect(() => createTestEngine({ machines })).toThrow(/'video-batch'.*'First'.*'HeartbeatSeconds'/);
  });
});
