/**
 * The ledger under fire, in full: `main.ts [histories] [kills]`. On the emulator that the local cloud uses, then on AWS's own where
 * there is Java; and the whole local cloud killed again and again. Says each figure, and exits with 1 on any violation.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startAwsDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { runCrashLoop } from '../fixtures/kill-many.ts';
import type { Found, PartName } from './part.ts';

const [historiesDefault, killsDefault] = [10_000, 100];
/** Each part keeps one core busy, and its emulator half of another. */
const atOnce = Math.max(2, Math.floor(availableParallelism() / 1.5));
/** AWS's own is there to disagree, not to repeat everything. */
const historiesOnAws = 1_000;

type Task = { name: PartName; parameters: object };

const [histories = historiesDefault, kills = killsDefault] = process.argv.slice(2).map(Number);
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 30));
let faults = 0;

console.log(`LEDGER_SEED=${seed}`);
await runAll([...inShares('lives'), ...inHistories(histories), ...inShares('bugs')], atOnce);

const aws = await startAwsDynamoDb();
if (aws) {
  const onAws = [{ name: 'bugs', parameters: { share: 0, shares: 1 } } as const, ...inHistories(Math.min(histories, historiesOnAws), 1)];
  await runAll(onAws, 1, aws.url);
  await aws.stop();
} else console.log('Left out: AWS’s own DynamoDB, for there is no Java here.');

if (kills > 0) {
  const counted = await runCrashLoop(kills);
  say('kills of the whole local cloud', {
    figures: { ...counted, faults: '', moments: JSON.stringify(counted.moments), items: JSON.stringify(counted.items) },
    faults: counted.faults,
  });
}
process.exit(faults > 0 ? 1 : 0);

function inShares(name: 'lives' | 'bugs'): Task[] {
  return Array.from({ length: atOnce }, (_, share) => ({ name, parameters: { share, shares: atOnce } }));
}

function inHistories(count: number, processes = atOnce): Task[] {
  return Array.from({ length: processes }, (_, n) => ({
    name: 'histories',
    // Seeds that are far from each other: each part counts up from its own.
    parameters: { seed: (seed + n * 1_000) % 2 ** 30, count: Math.ceil(count / processes) },
  }));
}

async function runAll(tasks: Task[], processes: number, dynamoDbUrl?: string): Promise<void> {
  const left = [...tasks];
  await Promise.all(
    Array.from({ length: processes }, async () => {
      for (let task = left.shift(); task; task = left.shift())
        say(dynamoDbUrl ? `${task.name} on AWS’s own` : task.name, await run(task, dynamoDbUrl));
    }),
  );
}

async function run({ name, parameters }: Task, dynamoDbUrl: string | undefined): Promise<Found> {
  const child = fork(fileURLToPath(new URL('./part.ts', import.meta.url)), [name, JSON.stringify(parameters)], {
    execArgv: [],
    env: { ...process.env, ...(dynamoDbUrl && { AWS_ENDPOINT_URL_DYNAMODB: dynamoDbUrl }) },
  });
  const ended = once(child, 'exit').then((): [Found] => [{ figures: {}, faults: [`The part ${name} did not come to its end`] }]);
  const [found] = (await Promise.race([once(child, 'message'), ended])) as [Found];
  return found;
}

function say(name: string, { figures, faults: found }: Found): void {
  faults += found.length;
  console.log(
    `${name}: ${Object.entries({ ...figures, violations: found.length })
      .map(([what, value]) => `${value} ${what}`)
      .join(', ')}`,
  );
  for (const fault of found) console.log(fault);
}
