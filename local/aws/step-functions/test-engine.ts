/** Creates an engine for tests. The machines have names, one function replaces all Lambdas, and the clock never waits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Json, State, StateMachineDefinition } from './definition.ts';
import { createStatesEngine } from './engine.ts';
import { runtimeError } from './errors.ts';
import { createManualClock } from './manual-clock.ts';
import type { Machine } from './run.ts';

export const machineArn = (name: string) => `arn:aws:states:us-east-1:000000000000:stateMachine:${name}`;
export const executionArn = (machine: string, name: string) => `arn:aws:states:us-east-1:000000000000:execution:${machine}:${name}`;
export const functionArn = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

/** Creates an error that the Lambda of a test can throw. The name of the error becomes the errorType. */
export const lambdaError = (errorType: string, errorMessage = '') => Object.assign(new Error(errorMessage), { name: errorType });

// biome-ignore lint/suspicious/noExplicitAny: each test knows the payload of its machine
export type TestLambda = (functionName: string, payload: any) => unknown;

type TestEngineOptions = {
  machines: Record<string, StateMachineDefinition>;
  lambda?: TestLambda;
  directory?: string;
  /** If set, the roles of all machines deny an action with the returned reason. */
  checkPermission?: Machine['checkPermission'];
  /** If this error is set, every Lambda invocation fails with this error. */
  rejection?: Error;
};

export function createTestEngine({
  machines,
  lambda = () => ({}),
  directory = createTemporaryDirectory(),
  checkPermission,
  rejection,
}: TestEngineOptions) {
  const clock = createManualClock();
  const engine = createStatesEngine({
    directory,
    machines: Object.entries(machines).map(([name, definition]) => ({ arn: machineArn(name), name, definition, checkPermission })),
    async invokeLambda(arn, payload) {
      if (rejection) throw rejection;
      try {
        return { payload: await lambda(arn.split(':').at(-1)!, payload) };
      } catch (error) {
        const { name: errorType, message: errorMessage } = error as Error;
        return { error: { errorType, errorMessage } };
      }
    },
    clock,
    random: () => 1,
  });
  onTestFinished(async () => {
    await engine.stop();
    expect(clock.pendingSleepCount(), 'pending sleep calls').toBe(0);
  });
  const start = (machine: string, input: Json = {}, name?: string) =>
    engine.startExecution({ stateMachineArn: machineArn(machine), name, input: JSON.stringify(input) }).executionArn;
  return {
    ...{ engine, clock, directory, start },
    /** Runs an execution to its end, with any status. */
    run: (machine: string, input?: Json, name?: string) => clock.advanceUntil(engine.whenEnded(start(machine, input, name))),
  };
}

export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'states-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * Returns the output of a machine with one state.
 * @throws Error with the name of the state's error
 */
export async function runSingleState(
  state: Partial<State> & { Type: State['Type'] },
  input: Json = {},
  lambda?: TestLambda,
): Promise<Json> {
  const definition = { StartAt: 'Only', States: { Only: { End: true, ...state } as State } };
  const { run } = createTestEngine({ machines: { single: definition }, lambda });
  const { status, output, error, cause } = await run('single', input);
  if (status === 'SUCCEEDED') return JSON.parse(output!);
  throw error === undefined ? runtimeError(`${status} without an error`) : Object.assign(new Error(cause), { name: error });
}
