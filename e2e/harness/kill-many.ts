/**
 * Kills the whole local cloud in the middle of batches, again and again, and then counts: batches, credits, files, orders, holds.
 * `kill-many.ts [100]` does so that often and says what was lost.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#infra/local/services/free-port.ts';
import { temporaryFolder } from '#infra/local/testing/temporary-folder.ts';
import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { falRequests } from './fal-requests.ts';
import { imageRequest } from './image-order.ts';
import type { Requests } from './killable-cloud.ts';
import { batchRequest, photo, type Seller, signIn } from './seller.ts';

/** The states in whose midst the cloud is killed, in turn. */
const moments = [
  'Ingest photo',
  'Make image',
  'Start generation',
  'Await result',
  'Capture credits',
  'Store result',
  'Preprocess photo',
] as const;
const momentMsMax = 15_000;
const lotMsMax = 40;
/** Each life brings a seller of its own, so that no limit keeps work from being at stake. Of images there is a group and one more. */
const batchItems: Record<BatchKind, number> = { video: 3, image: imagesPerGroup + 1 };
/** A batch that lived through so many kills waits, if at all, for an order that the first of them kept from the vendor. */
const livesBeforeDoubtEnds = 3;
const survivorsMsMax = 5_000;
const endMsMax = 60_000;
/** An order in doubt is waited for ten minutes; that much later nobody doubts any more. */
const doubtAfterMs = 15_000;
/** In harsh mode an index lags by 2 s, and a copy to it may wait for the processor. */
const indexLagMsMax = 10_000;
const grantedCents = 1_000_000;

export type Counted = {
  kills: number;
  moments: Record<string, number>;
  batches: number;
  /** By kind and end. */
  items: Record<string, number>;
  restartMsMax: number;
  /** What must not be. */
  faults: string[];
};

type Life = {
  child: ChildProcess;
  ask<Name extends keyof Requests>(name: Name, ...parameters: Parameters<Requests[Name]>): Promise<Awaited<ReturnType<Requests[Name]>>>;
};

/** @param onKill told after each kill, for who watches. */
export async function killAgainAndAgain(kills: number, onKill: (number: number, moment: string) => void = () => {}): Promise<Counted> {
  const folder = temporaryFolder('kill');
  const home = folder.path;
  const port = await freePort();
  const counted: Counted = { kills: 0, moments: {}, batches: 0, items: {}, restartMsMax: 0, faults: [] };
  const orders: Order[] = [];
  let life = await startLife(home, port);
  try {
    for (let number = 0; number < kills; number++) {
      const seller = await signIn(`http://localhost:${port}`);
      await life.ask('grant', seller.userId, grantedCents);
      const { key } = await seller.upload(await photo());
      const since = Date.now();
      const moment = moments[number % moments.length] as (typeof moments)[number];
      const [one, other]: BatchKind[] = moment === 'Make image' ? ['image', 'video'] : ['video', 'image'];
      const place = (kind: BatchKind = 'video') => placeOne({ seller, kind, life: number, uploadKey: key, orders });
      const first = place(one);
      const placed = first.then(() => place(other));
      // What earlier lives left goes through the same states: the first kill of each round may come before a call is answered.
      if (moment !== 'Ingest photo') await first;
      const isThere = await entered(home, moment, since);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * lotMsMax));
      counted.faults.push(...(await kill(life.child)));
      await placed;
      counted.kills += 1;
      const met = isThere ? moment : 'any';
      counted.moments[met] = (counted.moments[met] ?? 0) + 1;
      onKill(counted.kills, met);
      const before = Date.now();
      life = await startLife(home, port);
      counted.restartMsMax = Math.max(counted.restartMsMax, Date.now() - before);
      for (const old of orders.filter((one) => one.life === number - livesBeforeDoubtEnds)) await endDoubt(life, old);
    }
    await count({ life, home, orders, counted });
    return counted;
  } finally {
    await kill(life.child);
    folder.remove();
  }
}

export async function startLife(home: string, port: number): Promise<Life> {
  const child = fork(fileURLToPath(new URL('./killable-cloud.ts', import.meta.url)), [home, String(port)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let text = '';
  child.stderr?.on('data', (data) => {
    text += data;
  });
  const ready = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
  if (!ready) throw new Error(`The local cloud did not start again: ${text}`);
  let last = 0;
  return {
    child,
    async ask(name, ...parameters) {
      const number = ++last;
      child.send({ number, name, parameters });
      for (;;) {
        const [answer] = await once(child, 'message');
        if (answer.number !== number) continue;
        if (answer.error) throw new Error(answer.error);
        return answer.value;
      }
    },
  };
}

/** A batch that was asked for, in which life of the cloud, and whether it said yes before it died. */
type Order = { seller: Seller; kind: BatchKind; batchId: string; life: number; acknowledged: boolean };

type Placing = Pick<Order, 'seller' | 'kind' | 'life'> & { uploadKey: string; orders: Order[] };

/** Starts a batch; a call that the kill cuts off was asked for all the same. */
async function placeOne({ seller, kind, life, uploadKey, orders }: Placing): Promise<void> {
  const prompts = Array.from({ length: batchItems[kind] }, (_, n) => `item ${n}`);
  const request = kind === 'image' ? imageRequest(prompts, uploadKey) : batchRequest(prompts.map((prompt) => ({ uploadKey, prompt })));
  const order: Order = { seller, kind, batchId: request.batchId, life, acknowledged: false };
  orders.push(order);
  const { status } = await seller.call('POST', '/api/batches', request).catch(() => ({ status: 0 }));
  order.acknowledged = status === 202;
}

/** The kill came between an intent and its order: it is neither repeated nor given up, before the time is up. */
async function endDoubt(life: Life, { seller, kind, batchId }: Order): Promise<void> {
  if (kind !== 'video') return;
  const { status, body } = await seller.call<BatchResponse>('GET', `/api/batches/${batchId}`);
  if (status !== 200) return;
  for (const [index, item] of body.items.entries())
    if (item.status === 'generating') await life.ask('ageOrder', seller.userId, batchId, index, 31);
}

const historyFiles = (home: string): string[] => {
  const root = join(home, 'executions/history');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((machine) => /(Video|Image)Item/.test(machine))
    .flatMap((machine) => readdirSync(join(root, machine)).map((name) => join(root, machine, name)));
};

/** Waits until an item enters a state, read from what the state machines write down; answers false where none does in time. */
async function entered(home: string, state: string, since: number): Promise<boolean> {
  const mark = `"name":"${state}"`;
  for (const deadline = Date.now() + momentMsMax; Date.now() < deadline; ) {
    for (const file of historyFiles(home)) {
      if (statSync(file).mtimeMs < since) continue;
      const now = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.includes('StateEntered') && line.includes(mark))
        .at(-1);
      if (now && (JSON.parse(now) as { timestamp: number }).timestamp >= since) return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
}

/** Kills a process outright, and answers which of its children outlived it. */
export async function kill(child: ChildProcess): Promise<string[]> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return [];
  const family = descendants(child.pid);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const alive = () => family.filter((pid) => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(pid)));
  for (const deadline = Date.now() + survivorsMsMax; alive().length > 0 && Date.now() < deadline; )
    await new Promise((resolve) => setTimeout(resolve, 20));
  return alive().map((pid) => `the process ${pid} outlived its cloud: ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

const statusOf = (pid: number): string => read(`/proc/${pid}/status`);

function descendants(pid: number): number[] {
  const children = readdirSafely(`/proc/${pid}/task`)
    .flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' '))
    .map(Number)
    .filter((one) => one > 0);
  return children.flatMap((one) => [one, ...descendants(one)]);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readdirSafely(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

type Count = { life: Life; home: string; orders: Order[]; counted: Counted };

async function count({ life, home, orders: all, counted }: Count): Promise<void> {
  const { faults } = counted;
  const delivered = new Map<Seller, number>();
  for (const order of all) {
    const { seller, batchId, acknowledged } = order;
    delivered.set(seller, delivered.get(seller) ?? 0);
    const batch = await ended(life, order);
    if (!batch) {
      if (acknowledged) faults.push(`the batch ${batchId} was acknowledged and is lost`);
      continue;
    }
    counted.batches += 1;
    if (batch.status === 'running') faults.push(`the batch ${batchId} does not end: ${JSON.stringify(batch.items)}`);
    for (const item of batch.items) {
      const { status, error, itemId, retryCount } = item;
      const end = `${order.kind} ${status}${error ? ` ${error.code}` : ''}`;
      counted.items[end] = (counted.items[end] ?? 0) + 1;
      // A vendor of images knows no order that could be found again: each kill may cost one request, and nothing else may.
      if (order.kind === 'image' && retryCount > counted.kills - order.life)
        faults.push(`the image ${batchId} ${itemId} was asked for ${retryCount + 1} times`);
      if (status !== 'completed') continue;
      delivered.set(seller, (delivered.get(seller) ?? 0) + 1);
      for (const url of filesOf(item)) {
        const file = await fetch(String(url));
        if (!file.ok || (await file.arrayBuffer()).byteLength === 0) faults.push(`a file of ${batchId} ${itemId} is lost`);
      }
    }
  }
  for (const [seller, completed] of delivered) await countCredits(seller, completed, faults);
  const holds = await openHolds(life);
  if (holds.length > 0) faults.push(`holds are stuck: ${holds}`);
  const orders = new Map<string, number>();
  for (const { webhookUrl } of falRequests(home)) {
    const { searchParams } = new URL(String(webhookUrl));
    const item = `${searchParams.get('batch')} ${searchParams.get('index')}`;
    orders.set(item, (orders.get(item) ?? 0) + 1);
  }
  for (const [item, times] of orders) if (times > 1) faults.push(`${times} orders were paid for the item ${item}`);
}

/** The holds that are still open after the index has caught up with the table. */
async function openHolds(life: Life): Promise<string[]> {
  for (const deadline = Date.now() + indexLagMsMax; ; ) {
    const holds = await life.ask('openHolds');
    if (holds.length === 0 || Date.now() > deadline) return holds;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const filesOf = (item: BatchItem) => ('resolution' in item ? [item.videoUrl, item.posterUrl] : [item.imageUrl, item.thumbnailUrl]);

async function countCredits(seller: Seller, completed: number, faults: string[]): Promise<void> {
  const { credits, available } = await seller.profile();
  if (available !== credits) faults.push(`credits are held though nothing runs: ${available} of ${credits}`);
  const rows: { amount: number; type: string }[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await seller.call<{ items: typeof rows; nextCursor?: string }>(
      'GET',
      `/api/credits/transactions?limit=100${cursor && `&cursor=${cursor}`}`,
    );
    rows.push(...body.items);
    if (!body.nextCursor) break;
    cursor = body.nextCursor;
  }
  const sum = Math.round(rows.reduce((total, { amount }) => total + amount * 100, 0));
  if (sum !== Math.round(credits * 100)) faults.push(`the rows sum to ${sum} cents, and the balance is ${credits}`);
  const taken = rows.filter(({ type }) => type === 'deduction').length;
  if (taken !== completed) faults.push(`${taken} items were charged and ${completed} delivered`);
}

/** A batch once it has ended, or as it is when that takes too long; undefined where there is none. */
async function ended(life: Life, order: Order): Promise<BatchResponse | undefined> {
  const startedAt = Date.now();
  for (let aged = false; ; ) {
    const { status, body } = await order.seller.call<BatchResponse>('GET', `/api/batches/${order.batchId}`);
    if (status === 404) return undefined;
    const waited = Date.now() - startedAt;
    if (body.status !== 'running' || waited > endMsMax) return body;
    if (!aged && waited > doubtAfterMs) {
      aged = true;
      await endDoubt(life, order);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

if (import.meta.main) {
  const kills = Number(process.argv[2] ?? 100);
  const counted = await killAgainAndAgain(kills, (number, moment) => console.log(`kill ${number} of ${kills}: ${moment}`));
  console.log(JSON.stringify(counted, null, 2));
  process.exit(counted.faults.length > 0 ? 1 : 0);
}
