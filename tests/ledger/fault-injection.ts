/**
 * What becomes of the product's calls of AWS on their way there, for the code that runs inside: a crash, a lost answer, a guard that
 * is missing. The product knows nothing of it. Step Functions is stood in for here; DynamoDB is the emulator itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { SFNClient } from '@aws-sdk/client-sfn';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { Executions } from './executions.ts';
import type { PlantedBug } from './mutation.ts';

/** One call of AWS. */
export type Io = { command: string; isWrite: boolean };

/** Stands between a call and AWS: lets it pass once, twice or not at all. */
export type Meeting = (io: Io, pass: () => Promise<unknown>) => Promise<unknown>;

export type Surroundings = {
  /** Whose world it is: what looks at everybody sees this one alone, so that many worlds can run at the same time. */
  userId: string;
  executions: Executions;
  bug?: PlantedBug | undefined;
  meet?: Meeting;
};

const surroundings = new AsyncLocalStorage<Surroundings>();

export const inside = <Value>(where: Surroundings, run: () => Promise<Value>): Promise<Value> => surroundings.run(where, run);

/** A Lambda that died, as whoever called it sees that. */
export class Crash extends Error {}

/**
 * Runs a Lambda's work, whose calls go through `meet`; `die` ends it at once, wherever it is, and none of its calls is made or
 * answered any more.
 * @throws Crash where it died
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

/** Puts itself between the product and AWS, and answers how it is taken away again. */
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
    if (!where) throw new Error('Step Functions was called outside of any world');
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

/** Of a look at everybody's open holds, or at all accounts, what concerns one user. */
function ownOf(userId: string, command: string, input: object, output: object): object {
  const { Items, ...rest } = output as { Items?: Record<string, unknown>[]; LastEvaluatedKey?: unknown };
  const isOfAll = command === 'Scan' || (input as { IndexName?: string }).IndexName === 'open_holds';
  if (!isOfAll || !Items) return output;
  return { ...rest, Items: Items.filter((row) => JSON.stringify(row).includes(userId)) };
}
