/**
 * Injects faults into AWS calls: crashes, lost responses, missing guards. Product code is unchanged. Step Functions is simulated here;
 * DynamoDB is the emulator.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { SFNClient } from '@aws-sdk/client-sfn';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { Executions } from './executions.ts';
import type { PlantedBug } from './mutation.ts';

/** One AWS call. */
export type Io = { command: string; isWrite: boolean };

/** Intercepts an AWS call: passes it on once, twice or not at all. */
export type Meeting = (io: Io, pass: () => Promise<unknown>) => Promise<unknown>;

export type Surroundings = {
  /** The user of this world. Reads over all users return only this user, so that many worlds can run at the same time. */
  userId: string;
  executions: Executions;
  bug?: PlantedBug | undefined;
  meet?: Meeting;
};

const surroundings = new AsyncLocalStorage<Surroundings>();

export const inside = <Value>(where: Surroundings, run: () => Promise<Value>): Promise<Value> => surroundings.run(where, run);

/** A crashed Lambda, as its caller sees it. */
export class Crash extends Error {}

/**
 * Runs the work of a Lambda; its AWS calls go through `meet`. `die` ends the work at once: no later call is made, and no open call
 * returns.
 * @throws Crash if the work died
 */
export async function invocation<Value>(
  where: Surroundings,
  meet: (io: Io, pass: () => Promise<unknown>, die: () => Promise<never>) => Promise<unknown>,
  work: () => Promise<Value>,
): Promise<Value> {
  let isDead = false;
  const death = Promise.withResolvers<never>();
  const never = new Promise<never>(() => {});
  const die = () => {
    isDead = true;
    death.reject(new Crash());
    return never;
  };
  const met: Meeting = async (io, pass) => {
    if (isDead) return never;
    const answer = await meet(io, pass, die);
    return isDead ? never : answer;
  };
  return Promise.race([inside({ ...where, meet: met }, work), death.promise]);
}

type Send = (command: { constructor: { name: string }; input: unknown }) => Promise<unknown>;

/** Intercepts the AWS calls of the product. Returns a function that removes the interception. */
export function interfere(): () => void {
  dynamo().middlewareStack.add(
    (next, context) => async (args) => {
      const where = surroundings.getStore();
      if (!where) return next(args);
      const command = String(context.commandName).replace(/Command$/, '');
      const input = where.bug?.plantedIn(args.input) ?? args.input;
      const pass = async () => {
        const answer = await next({ ...args, input } as typeof args).catch((error: Error) => {
          if (where.bug && error.name === 'ValidationException') where.bug.misfit = error.message;
          throw error;
        });
        return { ...answer, output: ownOf(where.userId, command, input, answer.output) };
      };
      const io = { command, isWrite: /^(TransactWrite|Put|Update|Delete)/.test(command) };
      return (where.meet ? where.meet(io, pass) : pass()) as ReturnType<typeof next>;
    },
    { step: 'initialize', name: 'interference', priority: 'low' },
  );
  const client = SFNClient.prototype as unknown as { send?: Send };
  client.send = async (command) => {
    const where = surroundings.getStore();
    if (!where) throw new Error('Step Functions was called outside a world');
    const name = command.constructor.name.replace(/Command$/, '');
    const pass = async () => where.executions.answer(name, command.input as never);
    const io = { command: name, isWrite: name === 'StartExecution' };
    return where.meet ? where.meet(io, pass) : pass();
  };
  return () => {
    dynamo().middlewareStack.remove('interference');
    delete client.send;
  };
}

/** Reduces a read of all open holds or all accounts to the rows of one user. */
function ownOf(userId: string, command: string, input: object, output: object): object {
  const { Items, ...rest } = output as { Items?: Record<string, unknown>[]; LastEvaluatedKey?: unknown };
  const isOfAll = command === 'Scan' || (input as { IndexName?: string }).IndexName === 'open_holds';
  if (!isOfAll || !Items) return output;
  return { ...rest, Items: Items.filter((row) => JSON.stringify(row).includes(userId)) };
}
