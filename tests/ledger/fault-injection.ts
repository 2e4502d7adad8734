/**
 * Injects faults into AWS calls: crashes, lost responses and missing guards. The product code is unchanged. Calls to DynamoDB go to the
 * emulator, and calls to Step Functions go to the simulation in executions.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { SFNClient } from '@aws-sdk/client-sfn';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { Executions } from './executions.ts';
import type { Mutation } from './mutation.ts';

/** One AWS call. */
export type AwsCall = { command: string; isWrite: boolean };

/** Intercepts an AWS call. Decides whether the call is sent once, twice or not at all. */
export type Interceptor = (call: AwsCall, send: () => Promise<unknown>) => Promise<unknown>;

export type TestContext = {
  /** The user of this test. A query over all users returns only the rows of this user, so that many tests can run in parallel. */
  userId: string;
  executions: Executions;
  mutation?: Mutation | undefined;
  intercept?: Interceptor;
};

const currentTest = new AsyncLocalStorage<TestContext>();

export const runInTest = <Value>(context: TestContext, run: () => Promise<Value>): Promise<Value> => currentTest.run(context, run);

/** The error that the caller of a crashed Lambda gets. */
export class Crash extends Error {}

/**
 * Runs the work of a Lambda, and passes each AWS call of this work to `intercept`. If `intercept` calls `crash`, the work ends immediately.
 * It sends no more calls, and pending calls never return.
 * @throws Crash if the work crashed
 */
export async function invokeLambda<Value>(
  context: TestContext,
  intercept: (call: AwsCall, send: () => Promise<unknown>, crash: () => Promise<never>) => Promise<unknown>,
  work: () => Promise<Value>,
): Promise<Value> {
  let hasCrashed = false;
  const crashSignal = Promise.withResolvers<never>();
  const pendingForever = new Promise<never>(() => {});
  const crash = () => {
    hasCrashed = true;
    crashSignal.reject(new Crash());
    return pendingForever;
  };
  const interceptUntilCrash: Interceptor = async (call, send) => {
    if (hasCrashed) return pendingForever;
    const response = await intercept(call, send, crash);
    return hasCrashed ? pendingForever : response;
  };
  return Promise.race([runInTest({ ...context, intercept: interceptUntilCrash }, work), crashSignal.promise]);
}

type SendCommand = (command: { constructor: { name: string }; input: unknown }) => Promise<unknown>;

/** Intercepts the AWS calls of the product. Returns a function that stops the interception. */
export function interceptAwsCalls(): () => void {
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const context = currentTest.getStore();
        if (!context) return next(args);
        const command = String(commandName).replace(/Command$/, '');
        const input = context.mutation?.applyTo(args.input) ?? args.input;
        const send = async () => {
          const response = await next({ ...args, input } as typeof args).catch((error: Error) => {
            if (context.mutation && error.name === 'ValidationException') context.mutation.rejection = error.message;
            throw error;
          });
          return { ...response, output: rowsOfUser(context.userId, command, input, response.output) };
        };
        const call = { command, isWrite: /^(TransactWrite|Put|Update|Delete)/.test(command) };
        return (context.intercept ? context.intercept(call, send) : send()) as ReturnType<typeof next>;
      },
    { step: 'initialize', name: 'interception', priority: 'low' },
  );
  const client = SFNClient.prototype as unknown as { send?: SendCommand };
  client.send = async (command) => {
    const context = currentTest.getStore();
    if (!context) throw new Error('A test called Step Functions outside runInTest');
    const name = command.constructor.name.replace(/Command$/, '');
    const send = async () => context.executions.respond(name, command.input as never);
    const call = { command: name, isWrite: name === 'StartExecution' };
    return context.intercept ? context.intercept(call, send) : send();
  };
  return () => {
    dynamo().middlewareStack.remove('interception');
    delete client.send;
  };
}

/** If the call reads all open holds or all accounts, removes the rows of other users from the response. */
function rowsOfUser(userId: string, command: string, input: object, output: object): object {
  const { Items, ...otherFields } = output as { Items?: Record<string, unknown>[]; LastEvaluatedKey?: unknown };
  const readsAllUsers = command === 'Scan' || (input as { IndexName?: string }).IndexName === 'open_holds';
  if (!readsAllUsers || !Items) return output;
  return { ...otherFields, Items: Items.filter((row) => JSON.stringify(row).includes(userId)) };
}
