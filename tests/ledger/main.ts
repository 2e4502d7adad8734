/**
 * Runs the full ledger tests: `main.ts [histories] [kills]`. First on the emulator of the local cloud, then on AWS's own DynamoDB if Java
 * is installed. Then it repeatedly kills the whole local cloud. Prints all counts, and exits with 1 on any violation.
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
/** AWS's own DynamoDB only has to show differences, so it runs fewer histories. */
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
} else console.log('Skipped: AWS’s own DynamoDB, because Java is not installed.');

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
    // The seeds are far apart, because each part counts up from its seed.
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
  const ended = once(child, 'exit').then((): [Found] => [{ figures: {}, faults: [`The part ${name} did not finish`] }]);
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
