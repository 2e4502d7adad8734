/** Tests the operator commands. The commands run in separate processes with `--local`, and use the local cloud. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountKey, ledgerPut, listLedger } from '#lambdas/store/accounts.ts';
import { putItems } from '#lambdas/store/batches.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { holdForBatch } from '#lambdas/store/ledger.ts';
import { createBatchRows } from '../../fixtures/batch-rows.ts';
import { clipResponse, startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { signIn } from '../../fixtures/seller.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
  await cloud.fal.script('', clipResponse);
});
afterAll(() => cloud?.stop());

const folder = fileURLToPath(new URL('../../../tools/ops/', import.meta.url));

type CommandResult = { code: number; out: string; error: string };

/** Runs a command. The command finds the cloud only by its home folder. It uses no other settings of this process. */
const run = (script: string, parameters: string[], home = cloud.cloud.home): Promise<CommandResult> =>
  new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), VITRINE_HOME: home };
    execFile(process.execPath, [folder + script, '--local', ...parameters], { env }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    );
  });
const ops = (...parameters: string[]) => run('main.ts', ['--by', 'tester', ...parameters]);
const verify = () => run('verify-ledger-command.ts', []);
const numbersIn = ({ out }: CommandResult) =>
  Object.fromEntries(
    out
      .trim()
      .split('\n')
      .map((line) => line.split(' ').slice(0, 2)),
  );

describe('npm run ops', () => {
  test('the command adds credits once per reference, with a reason that the seller can read', async () => {
    const seller = await signIn(cloud.origin);
    const give = () => ops('credit', seller.email.toUpperCase(), '2.50', '--reference', 'case-7', '--reason', 'For the outage on Friday');
    expect(await give()).toMatchObject({ code: 0, out: 'The balance changed by $2.50. The balance is $7.50.\n' });
    expect(await give()).toMatchObject({
      code: 0,
      out: 'An earlier command already made this change. The balance did not change. The balance is $7.50.\n',
    });
    expect(await seller.profile()).toMatchObject({ credits: 7.5, available: 7.5 });
    expect((await seller.transactions())[0]).toMatchObject({
      type: 'adjustment',
      amount: 2.5,
      description: 'Adjustment by support',
      reason: 'For the outage on Friday',
    });
    const { rows } = await listLedger(seller.userId, { limit: 1 });
    expect(rows[0]).toMatchObject({ id: 'adjustment#case-7', actor: 'tester' });
  });

  test('the command deducts credits, but never more than the available credits', async () => {
    const seller = await signIn(cloud.origin);
    const take = (dollars: string) => ops('credit', seller.userId, dollars, '--reference', dollars, '--reason', 'Credited by mistake');
    expect(await take('-5.01')).toMatchObject({ code: 1, error: expect.stringContaining('higher than the available credits') });
    expect(await take('-5')).toMatchObject({ code: 0, out: 'The balance changed by $-5.00. The balance is $0.00.\n' });
    expect(await seller.profile()).toMatchObject({ credits: 0, available: 0 });
  });

  test('the command shows a notice on the site until it is removed', async () => {
    const read = async () => {
      const response = await fetch(`${cloud.origin}/status.json`);
      return [response.status, await response.json()];
    };
    // CloudFront keeps the file for 30 seconds.
    const expire = () => cloud.cloud.siteCache.invalidate(['/status.json']);
    expect(await read()).toEqual([200, {}]);
    expect(await ops('notice')).toMatchObject({ code: 1, error: expect.stringContaining('1 to 500 characters') });
    expect(await ops('notice', 'x'.repeat(501))).toMatchObject({ code: 1 });
    expect(await ops('notice', 'Videos take longer today.', 'We work on it.')).toMatchObject({ code: 0, error: '' });
    expect(await read()).toEqual([200, {}]);
    await expire();
    expect(await read()).toEqual([200, { message: 'Videos take longer today. We work on it.' }]);
    expect(await ops('end-notice')).toMatchObject({ code: 0, out: 'The notice is removed.\n' });
    await expire();
    expect(await read()).toEqual([200, {}]);
  });

  test('the command refunds the charge of an item once, and refunds nothing for other items', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('refused for ops', { kind: 'refuse' });
    const { batchId } = await seller.run(['a blurred one', 'refused for ops']);
    await seller.until(batchId);
    const refund = (itemId: string, refundedBatchId = batchId) =>
      ops('refund', seller.userId, refundedBatchId, itemId, '--reason', 'The video was blurred');
    expect(await refund('item-1')).toMatchObject({ code: 1, error: expect.stringContaining('was not charged') });
    expect(await refund('item-0', randomUUID())).toMatchObject({ code: 1, error: expect.stringContaining('was not charged') });
    expect(await refund('item-0')).toMatchObject({ code: 0, out: 'The balance changed by $1.20. The balance is $5.00.\n' });
    expect(await refund('item-0')).toMatchObject({ code: 0, out: expect.stringContaining('already made this change') });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    expect((await ops('show', seller.email)).out).toMatch(
      /credits \$5\.00, available \$5\.00, reserved \$0\.00\n.*1\.20 .*The video was blurred/,
    );
  });

  test.each<[string, string[], RegExp]>([
    ['no command', [], /^npm run ops/],
    ['an unknown command', ['give', 'x'], /^npm run ops/],
    ['a missing account', ['show', randomUUID()], /no such account/],
    ['an unknown e-mail address', ['show', 'nobody@example.com'], /no account with/],
    ['no reason', ['credit', randomUUID(), '5', '--reference', 'r'], /--reason/],
    ['no reference', ['credit', randomUUID(), '5', '--reason', 'r'], /--reference/],
    ['no amount', ['credit', randomUUID(), 'much', '--reference', 'r', '--reason', 'r'], /amount is not valid/],
    ['an amount above the limit', ['credit', randomUUID(), '5000', '--reference', 'r', '--reason', 'r'], /in either direction/],
    ['credits for a missing account', ['credit', randomUUID(), '5', '--reference', 'r', '--reason', 'r'], /no such account/],
  ])('the command exits with code 1 and an error message for %s', async (_, parameters, error) => {
    expect(await ops(...parameters)).toMatchObject({ code: 1, out: '', error: expect.stringMatching(error) });
  });

  test('the command shows an error if no local cloud is running', async () => {
    expect(await run('main.ts', ['show', 'x'], '/nowhere')).toMatchObject({ code: 1, error: expect.stringContaining('npm start') });
  });
});

describe('npm run trace', () => {
  test('the command prints the calls, states, vendor requests, webhooks, ledger rows and files of a batch in the order of time', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('refused for trace', { kind: 'refuse' });
    const { batchId } = await seller.run(['a red shoe', 'refused for trace']);
    await seller.until(batchId);
    const { code, out, error } = await run('trace-command.ts', [batchId]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    const lines = out.trim().split('\n');
    const times = lines.map((line) => line.split(' ')[0]);
    expect(times).toEqual([...times].sort());
    const position = (pattern: RegExp) => {
      const found = lines.findIndex((line) => pattern.test(line));
      expect(found, `${pattern} in\n${out}`).toBeGreaterThanOrEqual(0);
      return found;
    };
    const story = [
      /order +video batch of .*: 2 items for \$2\.40/,
      /vendor +item 0: order 1 at fal, request \S+/,
      /webhook +\S*ReceiveFalWebhook\S*: a report arrived, index 0, attempt 1/,
      /order +item 0: completed/,
      /ledger +deduction \$-1\.20/,
      /order +the batch ends: /,
    ].map(position);
    expect(story).toEqual([...story].sort((a, b) => a - b));
    for (const pattern of [
      /call +\S*CreateBatch\S*: call done, .*endpoint createBatch, status 20\d/,
      /vendor +\S*StartGeneration\S*: vendor request, index 0, mils 800, milliseconds \d+/,
      /execution +video 0: Start generation, \d+\.\d\d s/,
      /execution +video 0: Capture credits, \d+\.\d\d s/,
      /order +item 1: failed with VendorRefused/,
      /file +results\/\S+item-0\.[0-9a-f]{16}\.mp4, \d+ bytes/,
    ])
      position(pattern);
    expect(await run('trace-command.ts', [batchId, '--user', seller.email])).toMatchObject({ code: 0, out });
  });

  test.each<[string, string[], RegExp]>([
    ['no batch id', [], /^npm run trace/],
    ['an unknown batch', [randomUUID()], /no such batch/],
    ['a batch of another seller', [randomUUID(), '--user', randomUUID()], /no such batch/],
    ['an unknown e-mail address', [randomUUID(), '--user', 'nobody@example.com'], /no account with/],
  ])('the command exits with code 1 and an error message for %s', async (_, parameters, error) => {
    expect(await run('trace-command.ts', parameters)).toMatchObject({ code: 1, out: '', error: expect.stringMatching(error) });
  });
});

describe('npm run ops for slots and limits', () => {
  test('the command shows the lanes, the costs and the limits of the day', async () => {
    const { out } = await ops('lanes');
    expect(out).toMatch(/^vendor cost today \$[\d.]+ of \$5000\.00, welcome bonuses today \d+ of 1000$/m);
    expect(out).toMatch(/^fal#veo3 +0 of 20 slots in use, 0 waiting, about [\d.]+ s each$/m);
  });

  test('the command stops all orders, so that their items wait and do not fail, and resumes them', async () => {
    expect(await ops('stop', '--reason', 'The vendor bills too much')).toMatchObject({ code: 0 });
    expect((await ops('lanes')).out).toMatch(/^All new requests are stopped since .*: The vendor bills too much \(by tester\)$/m);
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['waits while everything is stopped']);
    await expect.poll(async () => (await ops('lanes')).out, { timeout: 20_000 }).toMatch(/^fal#veo3-fast .* 1 waiting/m);
    expect(await cloud.fal.orders('waits while everything is stopped')).toBe(0);
    expect(await ops('resume')).toMatchObject({ code: 0, out: expect.stringContaining('allowed again') });
    const batch = await seller.until(batchId);
    expect(batch.counters).toMatchObject({ completed: 1, failed: 0 });
    expect((await ops('resume')).out).toContain('Nothing was changed');
  });

  test('the command sets slots and limits, but fewer slots than are in use only with --drain', async () => {
    await cloud.fal.script('occupies a slot', { kind: 'never' });
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['occupies a slot', 'occupies a slot too']);
    await expect.poll(async () => (await ops('lanes')).out, { timeout: 20_000 }).toMatch(/^fal#veo3-fast +2 of 20 slots/m);
    expect(await ops('slots', 'fal#veo3-fast', '1')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^2 slots of this lane are in use\. Nothing was changed\. Set at least 2, or repeat .* --drain/),
    });
    expect((await ops('lanes')).out).toMatch(/^fal#veo3-fast +2 of 20 slots/m);
    expect(await ops('slots', 'fal#veo3-fast', '1', '--drain')).toMatchObject({
      code: 0,
      out: expect.stringContaining('until fewer than 1 slots'),
    });
    expect((await ops('lanes')).out).toMatch(/^fal#veo3-fast +2 of 1 slots/m);
    await seller.call('POST', `/api/batches/${batchId}/cancel`, {});
    await seller.until(batchId);
    expect(await ops('slots', 'fal#veo3-fast', '20')).toMatchObject({ code: 0 });
    expect((await ops('day-limit', '250')).out).toContain('The limit is $250.00 per day.');
    expect((await ops('bonus-limit', '7')).out).toBe('At most 7 new accounts per day get a welcome bonus.\n');
    expect((await ops('lanes')).out).toMatch(/of \$250\.00, welcome bonuses today \d+ of 7$/m);
    expect(await ops('day-limit', '5000')).toMatchObject({ code: 0 });
    expect(await ops('bonus-limit', '1000')).toMatchObject({ code: 0 });
    expect((await ops('close-breaker', 'fal')).out).toContain('Items are sent to fal again');
  });

  const wrongValues: [string, string[], RegExp][] = [
    ['a limit of 0', ['day-limit', '0'], /would stop all orders. Nothing was changed.* use the command stop/],
    ['a limit that is not an amount', ['day-limit', 'much'], /Enter dollars/],
    ['a limit that is too high', ['day-limit', '999999999'], /at most \$1000000\.00/],
    ['0 slots', ['slots', 'fal#veo3', '0'], /at least 1 slot.* use the command stop/],
    ['a number of slots that is not whole', ['slots', 'fal#veo3', '1.5'], /whole number/],
    ['too many slots', ['slots', 'fal#veo3', '1001'], /at most 1000/],
    ['an unknown lane', ['slots', 'fal', '5'], /no lane 'fal'. Choose from fal#veo3/],
    ['a number of bonuses that is not a number', ['bonus-limit', '-1'], /whole number/],
    ['a stop without a reason', ['stop'], /--reason/],
    ['an unknown vendor', ['close-breaker', 'nobody'], /no vendor 'nobody'/],
  ];

  test('the command changes nothing for a wrong value, and the message says how to correct it', async () => {
    const before = (await ops('lanes')).out;
    for (const [title, parameters, error] of wrongValues)
      expect(await ops(...parameters), title).toMatchObject({ code: 1, out: '', error: expect.stringMatching(error) });
    expect((await ops('lanes')).out).toBe(before);
  });
});

describe('npm run ledger:verify', () => {
  const expectedNumbers = (accounts: number) => ({
    'ledger.accounts_checked': String(accounts),
    'ledger.difference': '0',
    'ledger.stale_holds': '0',
  });
  let accounts: number;

  test('the check finds no error in the rows that the product writes, even while a video is generated', async () => {
    const seller = await signIn(cloud.origin);
    await cloud.fal.script('runs while it is verified', clipResponse, { kind: 'late-webhook' });
    const { batchId } = await seller.run(['runs while it is verified', 'made']);
    await seller.until(batchId, (batch) => batch.counters.completed === 1);
    const runningResult = await verify();
    expect(runningResult).toMatchObject({ code: 0, error: '' });
    await cloud.fal.release();
    await seller.until(batchId);
    const endedResult = await verify();
    expect(endedResult).toMatchObject({ code: 0, error: '' });
    accounts = Number(numbersIn(endedResult)['ledger.accounts_checked']);
    expect(accounts).toBeGreaterThan(3);
    expect(numbersIn(runningResult)).toEqual(expectedNumbers(accounts));
    expect(numbersIn(endedResult)).toEqual(expectedNumbers(accounts));
  });

  type LedgerError = { undo(): Promise<unknown>; difference: number; staleHolds: number; message: RegExp };
  const changeAccount = (userId: string, expression: string, values: object) =>
    dynamo().send(new UpdateCommand({ ...accountKey(userId), UpdateExpression: expression, ExpressionAttributeValues: { ...values } }));
  const createExtraRow = (userId: string, amount: number) => {
    const { Put } = ledgerPut({
      userId,
      id: `extra#${randomUUID()}`,
      createdAt: new Date().toISOString(),
      amount,
      type: 'purchase',
      description: 'Credit purchase',
    });
    const Key = { user_id: userId, id: Put.Item.id };
    return {
      put: () => dynamo().send(new PutCommand(Put)),
      remove: () => dynamo().send(new DeleteCommand({ TableName: Put.TableName, Key })),
    };
  };

  test.each<[string, (userId: string) => Promise<LedgerError>]>([
    [
      'a balance that is higher than the sum of its rows',
      async (userId) => {
        await changeAccount(userId, 'ADD credits :more, available :more', { ':more': 700 });
        const undo = () => changeAccount(userId, 'ADD credits :less, available :less', { ':less': -700 });
        return { undo, difference: 700, staleHolds: 0, message: /do not sum/ };
      },
    ],
    [
      'a row that did not change the balance',
      async (userId) => {
        const { put, remove } = createExtraRow(userId, 1);
        await put();
        return { undo: remove, difference: 1, staleHolds: 0, message: /do not sum/ };
      },
    ],
    [
      'held credits without a running item',
      async (userId) => {
        await changeAccount(userId, 'ADD available :less', { ':less': -120 });
        const undo = () => changeAccount(userId, 'ADD available :more', { ':more': 120 });
        return { undo, difference: 120, staleHolds: 0, message: /120 cents are reserved, but the running items cost 0 cents/ };
      },
    ],
    [
      'available credits that are higher than the balance',
      async (userId) => {
        await changeAccount(userId, 'ADD available :more', { ':more': 5 });
        return {
          undo: () => changeAccount(userId, 'ADD available :less', { ':less': -5 }),
          difference: 5,
          staleHolds: 0,
          message: /is broken/,
        };
      },
    ],
    [
      'a row without an account',
      async () => {
        const { put, remove } = createExtraRow(randomUUID(), -42);
        await put();
        return { undo: remove, difference: 42, staleHolds: 0, message: /-42 cents, but no account/ };
      },
    ],
  ])('the check finds %s', async (_, writeError) => {
    const seller = await signIn(cloud.origin);
    accounts += 1;
    const { undo, difference, staleHolds, message } = await writeError(seller.userId);
    const result = await verify();
    expect(result).toMatchObject({ code: 1, error: expect.stringMatching(message) });
    expect(numbersIn(result)).toEqual({
      ...expectedNumbers(accounts),
      'ledger.difference': String(difference),
      'ledger.stale_holds': String(staleHolds),
    });
    await undo();
    expect(await verify()).toMatchObject({ code: 0, error: '' });
  });

  test('the check finds a hold that will never be captured or released', async () => {
    const seller = await signIn(cloud.origin);
    accounts += 1;
    // The test stops the job that would resume the batch.
    const restoreFunction = cloud.breakFunction('batch/reconcile');
    const { batch, items } = createBatchRows(seller.userId, [200, 200], new Date(Date.now() - 3_600_000));
    await putItems(items, batch.requestHash);
    await holdForBatch(batch);
    const result = await verify();
    expect(result).toMatchObject({ code: 1, error: expect.stringContaining(`the hold of batch ${batch.batchId} (400 cents)`) });
    expect(numbersIn(result)).toEqual({ ...expectedNumbers(accounts), 'ledger.stale_holds': '1' });
    restoreFunction();
  });
});
