/**
 * Runs the full ledger tests: `main.ts [histories] [kills]`. The tests run first on the emulator of the local cloud. If Java is installed,
 * they run again on AWS's own DynamoDB. Finally, the tests repeatedly kill the whole local cloud. The command prints all counts, and exits
 * with code 1 after any violation.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startAwsDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { runCrashLoop } from '../fixtures/kill-many.ts';
import type { PartName, PartResult } from './part.ts';

const [historiesDefault, killsDefault] = [10_000, 100];
/** Each process uses one CPU core, and the emulator of the process uses half a core. */
const processCount = Math.max(2, Math.floor(availableParallelism() / 1.5));
/** The histories on AWS's own DynamoDB only have to show differences to the emulator, so fewer histories are enough. */
const historiesOnAws = 1_000;

type Task = { name: PartName; parameters: object };

const [histories = historiesDefault, kills = killsDefault] = process.argv.slice(2).map(Number);
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 30));
let violationCount = 0;

console.log(`LEDGER_SEED=${seed}`);
await runAll([...tasksInShares('scenarios'), ...historyTasks(histories), ...tasksInShares('mutations')], processCount);

const aws = await startAwsDynamoDb();
if (aws) {
  const tasksOnAws = [
    { name: 'mutations', parameters: { shareIndex: 0, shareCount: 1 } } as const,
    ...historyTasks(Math.min(histories, historiesOnAws), 1),
  ];
  await runAll(tasksOnAws, 1, aws.url);
  await aws.stop();
} else console.log('Skipped: AWS’s own DynamoDB, because Java is not installed.');

if (kills > 0) {
  const { violations, killsByState, items, ...counts } = await runCrashLoop(kills);
  printResult('kills of the whole local cloud', {
    counts: { ...counts, killsByState: JSON.stringify(killsByState), items: JSON.stringify(items) },
    violations,
  });
}
process.exit(violationCount > 0 ? 1 : 0);

function tasksInShares(name: 'scenarios' | 'mutations'): Task[] {
  return Array.from({ length: processCount }, (_, shareIndex) => ({ name, parameters: { shareIndex, shareCount: processCount } }));
}

function historyTasks(count: number, processes = processCount): Task[] {
  return Array.from({ length: processes }, (_, n) => ({
    name: 'histories',
    // The seeds are far apart, because each process counts up from its seed.
    parameters: { seed: (seed + n * 1_000) % 2 ** 30, count: Math.ceil(count / processes) },
  }));
}

async function runAll(tasks: Task[], processes: number, dynamoDbUrl?: string): Promise<void> {
  const remaining = [...tasks];
  await Promise.all(
    Array.from({ length: processes }, async () => {
      for (let task = remaining.shift(); task; task = remaining.shift())
        printResult(dynamoDbUrl ? `${task.name} on AWS’s own DynamoDB` : task.name, await run(task, dynamoDbUrl));
    }),
  );
}

async function run({ name, parameters }: Task, dynamoDbUrl: string | undefined): Promise<PartResult> {
  const child = fork(fileURLToPath(new URL('./part.ts', import.meta.url)), [name, JSON.stringify(parameters)], {
    execArgv: [],
    env: { ...process.env, ...(dynamoDbUrl && { AWS_ENDPOINT_URL_DYNAMODB: dynamoDbUrl }) },
  });
  const earlyExit = once(child, 'exit').then((): [PartResult] => [
    { counts: {}, violations: [`the process of the part ${name} exited without a result`] },
  ]);
  const [result] = (await Promise.race([once(child, 'message'), earlyExit])) as [PartResult];
  return result;
}

function printResult(name: string, { counts, violations }: PartResult): void {
  violationCount += violations.length;
  console.log(
    `${name}: ${Object.entries({ ...counts, violations: violations.length })
      .map(([label, value]) => `${value} ${label}`)
      .join(', ')}`,
  );
  for (const violation of violations) console.log(violation);
}
