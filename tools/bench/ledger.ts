/**
 * Measures the time that the rules of the ledger need. Compares a hold and a capture with two transactions that have no
 * conditions, but the same size. All of them run on the same emulator.
 */
import { randomUUID } from 'node:crypto';
import { accountKey, createAccount, ledgerPut } from '#lambdas/store/accounts.ts';
import { batchKey, type Item, itemKey } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems } from '#lambdas/store/batches.ts';
import { dynamo, transact } from '#lambdas/store/dynamo.ts';
import { captureItem, holdForBatch } from '#lambdas/store/ledger.ts';
import { toRow } from '#lambdas/store/row-fields.ts';
import { createBatchRows } from '#tests/fixtures/batch-rows.ts';
import { startTables } from '#tests/fixtures/tables.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const roundCount = 300;
const limits = { activeMax: Number.MAX_SAFE_INTEGER };
const now = new Date();

export async function runLedgerBenchmark(report: Report): Promise<void> {
  // The functions must not print metrics, because these lines would be mixed with the results of the benchmark.
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  const tables = await startTables();
  try {
    const userId = randomUUID();
    await createAccount({ userId, email: 'bench@example.com', name: 'Bench' }, now);
    let [settlementMs, plainMs] = [0, 0];
    // The two measurements alternate, so that other load on the machine affects both in the same way.
    for (let round = 0; round < roundCount; round++) {
      settlementMs += await measureMs(await prepareSettlement(userId));
      plainMs += await measureMs(await preparePlainTransactions(userId));
    }
    report('ledger.settle_ms', roundTo(settlementMs / roundCount), 'ms');
    report('ledger.settle_ratio', roundTo(settlementMs / plainMs), 'ratio');
  } finally {
    dynamo().destroy();
    await tables.stop();
  }
}

async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Returns a function that holds and captures the credits of a new item. */
async function prepareSettlement(userId: string): Promise<() => Promise<unknown>> {
  const { batch, items } = createBatchRows(userId, [0], now);
  const [item] = items as [Item];
  await putItems([item], batch.requestHash);
  await changeItem(item, { set: { status: 'generating' } });
  return async () => {
    await holdForBatch(batch, limits);
    await captureItem(item, now);
  };
}

/** Returns a function that writes and changes the same rows without conditions or checks. */
async function preparePlainTransactions(userId: string): Promise<() => Promise<unknown>> {
  const { batch, items } = createBatchRows(userId, [0], now);
  const [item] = items as [Item];
  await putItems([item], batch.requestHash);
  const add = { UpdateExpression: 'ADD credits :zero, active_batches :zero', ExpressionAttributeValues: { ':zero': 0 } };
  const { Put: row } = ledgerPut({
    userId,
    id: `bare#${batch.batchId}`,
    createdAt: now.toISOString(),
    amount: 0,
    type: 'deduction',
    description: 'Video generation',
    batchId: batch.batchId,
    itemId: item.itemId,
  });
  const { TableName, Key } = batchKey(userId, batch.batchId);
  const change = { UpdateExpression: 'SET ended_at = :now', ExpressionAttributeValues: { ':now': now.toISOString() } };
  return async () => {
    const account = { Update: { ...accountKey(userId), ...add } };
    await transact({ account, batch: { Put: { TableName, Item: { ...Key, ...toRow(batch) } } } });
    await transact({
      account,
      item: { Update: { ...itemKey(userId, batch.batchId, 0), ...change } },
      row: { Put: { TableName: row.TableName, Item: row.Item } },
      batch: { Update: { ...batchKey(userId, batch.batchId), ...change } },
    });
  };
}
