/** State machines similar to those that the product synthesizes. */
import type { StateMachineDefinition } from './definition.ts';
import { functionArn } from './test-engine.ts';

const ids = { 'batchId.$': '$.batchId', 'itemId.$': '$.itemId' };
const step = (name: string, Parameters: object) => ({ Type: 'Task' as const, Resource: functionArn(name), Parameters, ResultPath: null });

/** Five items at a time: start, wait for the callback with a poll every 15 s, then capture or release. */
export const videoMachine: StateMachineDefinition = {
  StartAt: 'Each item',
  TimeoutSeconds: 3600,
  States: {
    'Each item': {
      Type: 'Map',
      ItemsPath: '$.items',
      ItemSelector: { 'batchId.$': '$.batchId', 'itemId.$': '$$.Map.Item.Value.itemId', 'index.$': '$$.Map.Item.Index' },
      MaxConcurrency: 5,
      ResultPath: null,
      Next: 'Finish batch',
      ItemProcessor: {
        StartAt: 'Start generation',
        States: {
          'Start generation': {
            ...step('start', ids),
            ResultPath: '$.job',
            ResultSelector: { 'requestId.$': '$.requestId' },
            Retry: [
              {
                ErrorEquals: ['VendorBusy'],
                IntervalSeconds: 1,
                MaxAttempts: 2,
                BackoffRate: 2,
                MaxDelaySeconds: 3,
                JitterStrategy: 'FULL',
              },
            ],
            Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release' }],
            Next: 'Await result',
          },
          'Await result': {
            Type: 'Task',
            Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
            Parameters: {
              FunctionName: functionArn('await'),
              Payload: { ...ids, 'token.$': '$$.Task.Token', 'execution.$': '$$.Execution.Name' },
            },
            TimeoutSeconds: 15,
            ResultPath: '$.result',
            Catch: [
              { ErrorEquals: ['States.Timeout'], ResultPath: null, Next: 'Poll status' },
              { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release' },
            ],
            Next: 'Capture',
          },
          'Poll status': {
            ...step('poll', ids),
            ResultPath: '$.poll',
            Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'Release' }],
            Next: 'Vendor done?',
          },
          'Vendor done?': {
            Type: 'Choice',
            Choices: [{ Variable: '$.poll.status', StringEquals: 'done', Next: 'Capture' }],
            Default: 'Await result',
          },
          Capture: { ...step('capture', ids), End: true },
          Release: { ...step('release', { ...ids, 'error.$': '$.error' }), End: true },
        },
      },
    },
    'Finish batch': { Type: 'Task', Resource: functionArn('finish'), Parameters: { 'execution.$': '$$.Execution.Id' }, End: true },
  },
};

/** Groups of three one after another, with the model's pause after each. */
export const imageMachine: StateMachineDefinition = {
  StartAt: 'Groups of three',
  States: {
    'Groups of three': {
      Type: 'Pass',
      Parameters: { 'batchId.$': '$.batchId', 'groups.$': 'States.ArrayPartition($.items, 3)' },
      Next: 'Each group',
    },
    'Each group': {
      Type: 'Map',
      ItemsPath: '$.groups',
      ItemSelector: { 'batchId.$': '$.batchId', 'items.$': '$$.Map.Item.Value' },
      MaxConcurrency: 1,
      ResultPath: null,
      End: true,
      ItemProcessor: {
        StartAt: 'Each image',
        States: {
          'Each image': {
            Type: 'Map',
            ItemsPath: '$.items',
            ItemSelector: { 'batchId.$': '$.batchId', 'itemId.$': '$$.Map.Item.Value.itemId' },
            MaxConcurrency: 3,
            ResultPath: null,
            Next: 'Pause of the model',
            ItemProcessor: { StartAt: 'Make image', States: { 'Make image': { ...step('make', ids), End: true } } },
          },
          'Pause of the model': { Type: 'Wait', Seconds: 1, End: true },
        },
      },
    },
  },
};

/** A loop on a verdict, with a counter. */
export const pipelineMachine: StateMachineDefinition = {
  StartAt: 'Evaluate',
  States: {
    Evaluate: {
      ...step('evaluate', { 'runId.$': '$.runId', 'iteration.$': '$.iteration' }),
      ResultPath: '$',
      Next: 'Verdict?',
    },
    'Verdict?': {
      Type: 'Choice',
      Choices: [
        { Variable: '$.verdict', StringEquals: 'improve', Next: 'Improve' },
        { Variable: '$.verdict', StringEquals: 'done', Next: 'Done' },
      ],
      Default: 'Unknown verdict',
    },
    Improve: { ...step('improve', { 'runId.$': '$.runId' }), Next: 'Count' },
    Count: {
      Type: 'Pass',
      Parameters: { 'runId.$': '$.runId', 'iteration.$': 'States.MathAdd($.iteration, 1)' },
      Next: 'Evaluate',
    },
    Done: { Type: 'Succeed' },
    'Unknown verdict': { Type: 'Fail', Error: 'BadVerdict', CausePath: '$.verdict' },
  },
};

/** Runs each item as a separate execution. */
export const nestingMachine = (childMachineArn: string): StateMachineDefinition => ({
  StartAt: 'Run the item',
  States: {
    'Run the item': {
      Type: 'Task',
      Resource: 'arn:aws:states:::states:startExecution.sync:2',
      Parameters: { StateMachineArn: childMachineArn, 'Name.$': "States.Format('{}-item', $$.Execution.Name)", 'Input.$': '$' },
      TimeoutSeconds: 60,
      End: true,
    },
  },
});

/** One task that waits for its callback. */
export const tokenMachine: StateMachineDefinition = {
  StartAt: 'Await',
  States: {
    Await: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Parameters: { FunctionName: functionArn('await'), Payload: { 'token.$': '$$.Task.Token' } },
      TimeoutSeconds: 15,
      End: true,
    },
  },
};
