/** Small state machines for tests of single tasks. */
import type { StateMachineDefinition } from './definition.ts';
import { functionArn } from './test-engine.ts';

/** Starts an execution of another machine and waits for its end. */
export const nestingMachine = (childMachineArn: string): StateMachineDefinition => ({
  StartAt: 'Run the child',
  States: {
    'Run the child': {
      Type: 'Task',
      Resource: 'arn:aws:states:::states:startExecution.sync:2',
      Parameters: { StateMachineArn: childMachineArn, 'Name.$': "States.Format('{}-child', $$.Execution.Name)", 'Input.$': '$' },
      TimeoutSeconds: 60,
      End: true,
    },
  },
});

/** A machine with one task, which waits for its callback. */
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
