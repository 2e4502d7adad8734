/** Tests the statement, the data export and the deletion of an account. */
import { randomUUID } from 'node:crypto';
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { closingAccounts } from '#lambdas/store/account-deletions.ts';
import { accountKey, listLedger, readAccount } from '#lambdas/store/accounts.ts';
import { adjustBalance } from '#lambdas/store/adjustments.ts';
import { dynamo } from '#lambdas/store/dynamo.ts';
import type { ExportResponse } from '#shared/auth/api.ts';
import { finalCleanupDelaySeconds } from '#shared/auth/deletion.ts';
import type { ListTransactionsResponse } from '#shared/credits/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { PackageResponse } from '#shared/package/api.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import type { CreateUploadResponse } from '#shared/upload/api.ts';
import { folderOf, mediaFolders } from '#shared/upload/media-folders.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { uploadExample } from '../fixtures/example.ts';
import { grant } from '../fixtures/grant.ts';
import { prepareHelperRequests } from '../fixtures/helper-calls.ts';
import { indexLag } from '../fixtures/index-lag.ts';
import { setUsesLeftToday } from '../fixtures/limits.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { batchRequest, postFile, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let deletionJob: typeof import('#lambdas/auth/close-accounts.ts');
let enableScheduledJob: () => void;
let media: typeof import('#lambdas/store/media.ts');
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  // Only one test uses the scheduled deletion job. The other tests run the job themselves, so the scheduled job is disabled.
  enableScheduledJob = cloud.breakFunction('auth/close-accounts');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  // A new storage client reads its endpoint address only once, so the modules are imported after the cloud has started.
  deletionJob = await import('#lambdas/auth/close-accounts.ts');
  media = await import('#lambdas/store/media.ts');
});
afterAll(() => vi.restoreAllMocks());

const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });

describe('the statement', () => {
  const readStatement = async (seller: Seller, query = '') =>
    (await seller.call<ListTransactionsResponse>('GET', `/api/credits/transactions${query}`)).body;

  test('the statement shows the balance after each row, across pages and with filters', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['one', 'two']);
    await seller.until(batchId);
    await grant(seller.userId, 1000);
    await adjustBalance({ userId: seller.userId, amount: -30, reason: 'Credited twice', actor: 'ops' }, randomUUID(), new Date());
    const statement = await readStatement(seller);
    const summaryOf = ({ items }: ListTransactionsResponse) => items.map(({ type, amount, balance }) => [type, amount, balance]);
    const rows = [
      ['adjustment', -0.3, 12.3],
      ['purchase', 10, 12.6],
      ['deduction', -1.2, 2.6],
      ['deduction', -1.2, 3.8],
      ['bonus', 5, 5],
    ];
    expect(summaryOf(statement)).toEqual(rows);
    expect(statement.items[0]).toMatchObject({ description: 'Adjustment by support', reason: 'Credited twice' });
    expect(JSON.stringify(statement)).not.toContain('actor');

    const pages: unknown[] = [];
    for (let query = '?limit=2'; ; ) {
      const page = await readStatement(seller, query);
      pages.push(...summaryOf(page));
      if (!page.nextCursor) break;
      query = `?limit=2&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(pages).toEqual(rows);
    expect(summaryOf(await readStatement(seller, '?type=deduction'))).toEqual(rows.slice(2, 4));
    const first = await readStatement(seller, '?type=deduction&limit=1');
    expect(summaryOf(first)).toEqual([rows[2]]);
    const second = await readStatement(seller, `?type=deduction&limit=1&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect([summaryOf(second), second.nextCursor]).toEqual([[rows[3]], undefined]);
    // A client reads the charges of one batch with this query.
    expect(summaryOf(await readStatement(seller, `?batchId=${batchId}&type=deduction&limit=2`))).toEqual(rows.slice(2, 4));
    expect(await readStatement(seller, `?batchId=${randomUUID()}`)).toEqual({ items: [] });
  });

  test.each(['?cursor=x', '?cursor=5.x', '?type=gift', '?limit=0', '?limit=101', '?batchId=x'])(
    'the statement rejects the query %s',
    async (query) => {
      const seller = await signIn(cloud.origin);
      expect(await seller.call('GET', `/api/credits/transactions${query}`)).toMatchObject(errorResponse(400, 'BadRequest'));
    },
  );

  test('the statement rejects the cursor of another user', async () => {
    const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    await grant(other.userId, 100);
    const { nextCursor } = await readStatement(other, '?limit=1');
    expect(await seller.call('GET', `/api/credits/transactions?cursor=${encodeURIComponent(nextCursor ?? '')}`)).toMatchObject(
      errorResponse(400, 'BadRequest'),
    );
  });
});

describe('the export', () => {
  const requestExport = (seller: Seller, exportId: string = randomUUID()) =>
    seller.call<ExportResponse>('POST', '/api/account/export', { exportId });
  /** Starts an export and waits until it is ready. */
  async function completeExport(seller: Seller): Promise<ExportResponse & { url: string }> {
    const { status, body } = await requestExport(seller);
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'making', percent: 0 } });
    const read = async () => (await seller.call<ExportResponse>('GET', `/api/account/export/${body.exportId}`)).body;
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('ready');
    const { url = '', ...fields } = await read();
    return { ...fields, url };
  }

  test('the export contains all data of the user with working URLs, and no data of other users', async () => {
    const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    await other.run(['not mine']);
    await cloud.fal.script('refused for the export', { kind: 'refuse' });
    const { batchId } = await seller.run(['exported', 'refused for the export']);
    await seller.until(batchId);
    const readyExport = await completeExport(seller);
    expect(readyExport).toMatchObject({ percent: 100, fileName: expect.stringMatching(/^vitrine-export-\d{4}-\d\d-\d\d\.json$/) });
    const file = await fetch(readyExport.url);
    expect(file.headers.get('content-disposition')).toContain(`attachment; filename*=UTF-8''${readyExport.fileName}`);
    const text = await file.text();
    const content = JSON.parse(text);
    expect(content).toMatchObject({
      currency: 'USD',
      profile: { id: seller.userId, email: seller.email, credits: 3.8 },
      transactions: [
        { amount: -1.2, type: 'deduction' },
        { amount: 5, type: 'bonus' },
      ],
      batches: [
        {
          batch_id: batchId,
          status: 'partial',
          items: [
            { prompt: 'exported', status: 'completed', charged: 1.2, result_url: expect.any(String) },
            { prompt: 'refused for the export', status: 'failed', charged: 0, error: 'VendorRefused' },
          ],
        },
      ],
    });
    const [deliveredItem] = content.batches[0].items;
    for (const url of [deliveredItem.photo_url, deliveredItem.result_url, deliveredItem.preview_url, content.uploads[0].url])
      expect((await fetch(url)).status).toBe(200);
    for (const trace of [other.userId, other.email, 'not mine']) expect(text).not.toContain(trace);
  });

  test('the export contains before/after runs with their iterations, areas and working URLs', async () => {
    const seller = await signIn(cloud.origin);
    const runId = randomUUID();
    const order = { runId, ...(await uploadExample(seller)), userProvided: ['background removal'] };
    expect((await seller.call('POST', '/api/pipeline/runs', order)).status).toBe(202);
    const read = async () => (await seller.call<RunResponse>('GET', `/api/pipeline/runs/${runId}`)).body.status;
    await expect.poll(read, { timeout: 60_000 }).toBe('completed');
    const [run] = JSON.parse(await (await fetch((await completeExport(seller)).url)).text()).batches;
    expect(run).toMatchObject({ batch_id: runId, kind: 'pipeline', own_areas: ['background removal'] });
    expect(run.items.map(({ charged }: { charged: number }) => charged)).toEqual(run.iterations.map(() => 0.05));
    expect(run.iterations.length).toBeGreaterThan(0);
    const links = [run.before_url, run.after_url, run.input_url, run.result_url, run.iterations[0].image_url];
    for (const url of links) expect((await fetch(url)).status).toBe(200);
  });

  test('the export starts once per id, only its owner can read it, and it fails if its function fails', async () => {
    const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    const restoreFunction = cloud.breakFunction('auth/make-export');
    const exportId = randomUUID();
    for (const _ of [1, 2]) expect(await requestExport(seller, exportId)).toMatchObject({ status: 202, body: { exportId } });
    const readAs = async (reader: Seller) => await reader.call<ExportResponse>('GET', `/api/account/export/${exportId}`);
    expect(await readAs(other)).toMatchObject(errorResponse(404, 'DownloadNotFound'));
    await expect.poll(async () => (await readAs(seller)).body.status, { timeout: 60_000 }).toBe('failed');
    restoreFunction();
    expect((await requestExport(seller, exportId)).body).toMatchObject({ status: 'failed' });
    expect((await completeExport(seller)).status).toBe('ready');
    for (const invalidId of ['x', `${exportId}.state`, '..%2F..'])
      expect((await seller.call('GET', `/api/account/export/${invalidId}`)).status).toBe(404);
    expect(await seller.call('POST', '/api/account/export', {})).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('the export is refused above the daily limit, but an earlier export can still be read', async () => {
    const seller = await signIn(cloud.origin);
    const limit = await setUsesLeftToday(seller.userId, 'export', 1);
    const { body } = await requestExport(seller);
    expect(await requestExport(seller)).toMatchObject({ ...errorResponse(429, 'DailyLimit'), body: { success: false, data: { limit } } });
    expect((await requestExport(seller, body.exportId)).status).toBe(202);
  });

  test('the export and the deletion of the account are refused without a token', async () => {
    for (const path of ['export', 'delete'])
      expect((await fetchWithRetries(`${cloud.origin}/api/account/${path}`, { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

describe('the sign-out on all devices', () => {
  test('the sign-out on all devices rejects earlier tokens in calls that change data, and affects no other user', async () => {
    const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    expect(await seller.call('POST', '/api/auth/sign-out-everywhere')).toMatchObject({ status: 200, body: { status: 'signed_out' } });
    const order = batchRequest([{ uploadKey: `uploads/${seller.userId}/temp-images/${randomUUID()}.jpg` }]);
    for (const [path, body] of [
      ['/api/batches', order],
      ['/api/stripe/checkout', { amount: 10, price: 10 }],
      ['/api/account/delete', { confirmation: seller.email }],
      ['/api/account/export', { exportId: randomUUID() }],
    ] as const)
      expect(await seller.call('POST', path, body), path).toMatchObject(errorResponse(401, 'Unauthorized'));
    // The sign-out can be repeated. Calls that only read data accept the token until it expires.
    expect((await seller.call('POST', '/api/auth/sign-out-everywhere')).status).toBe(200);
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
    expect((await other.run(['still signed in'])).status).toBe(202);
    await vi.waitUntil(async () => {
      const newSession = await signIn(cloud.origin, seller.email);
      return (await newSession.call('POST', '/api/account/export', { exportId: randomUUID() })).status === 202;
    }, 10_000);
  });
});

describe('the deletion of an account', () => {
  const requestDeletion = (seller: Seller, confirmation = seller.email) =>
    seller.call<Refusal>('POST', '/api/account/delete', { confirmation });
  async function isListedAsClosing(userId: string): Promise<boolean> {
    for await (const listed of closingAccounts()) if (listed === userId) return true;
    return false;
  }
  /**
   * Runs the deletion job once. The lease of this execution ends immediately. So the next execution does not have to wait after a crash.
   */
  const runJob = (now = new Date()) => deletionJob.deleteAccounts(now, now);
  /** Runs the deletion job with a lease, as on AWS. The job skips the accounts that another execution of the job deletes. */
  const runJobWithLease = () => deletionJob.deleteAccounts(new Date(), new Date(Date.now() + 60_000));
  /** Runs the deletion job until the personal data is deleted, or until the time limit. */
  const completeDeletion = async (userId: string, now = new Date()) => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
      await runJob(now);
      if ((await readAccount(userId))?.deletedAt) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The account was not deleted in time');
  };
  /** Returns the remaining data of a user: the number of rows by table, and the number of files. */
  async function countRemainingData(userId: string) {
    const tables = ['BATCHES', 'GENERATION_HISTORY', 'IMAGE_GENERATION_HISTORY', 'PIPELINE_RUNS', 'DAILY_USES'];
    const counts = await Promise.all(
      tables.map(async (name) => {
        const { Items = [] } = await dynamo().send(new ScanCommand({ TableName: process.env[`TABLE_${name}`], ConsistentRead: true }));
        return [
          name,
          Items.filter((row) => JSON.stringify(row).includes(userId) && !String(row.pk).startsWith('request#')).length,
        ] as const;
      }),
    );
    // Older versions and delete markers also count, because a deleted account must leave nothing that could be restored.
    const versions = await Promise.all(
      mediaFolders.map((folder) => cloud.cloud.objects.listVersions(media.mediaBucket(), { prefix: folderOf(folder, userId) })),
    );
    return { ...Object.fromEntries(counts), files: versions.flatMap((page) => page.versions).length };
  }
  const noRemainingData = { BATCHES: 0, GENERATION_HISTORY: 0, IMAGE_GENERATION_HISTORY: 0, PIPELINE_RUNS: 0, DAILY_USES: 0, files: 0 };
  const readProfileRow = async (userId: string) => {
    const { TableName } = accountKey(userId);
    const { Items = [] } = await dynamo().send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': userId },
        ConsistentRead: true,
      }),
    );
    return Items[0];
  };

  test.each(['', 'DELETE', 'somebody@example.com'])(
    'the deletion of an account is refused if the typed confirmation is %j',
    async (confirmation) => {
      const seller = await signIn(cloud.origin);
      expect(await requestDeletion(seller, confirmation)).toMatchObject(errorResponse(400, 'ConfirmationMismatch'));
      await runJob();
      expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
      expect(await seller.call('POST', '/api/account/delete', {})).toMatchObject(errorResponse(400, 'BadRequest'));
    },
  );

  const uploadRequest = { fileName: 'photo.jpg', contentType: 'image/jpeg', sizeBytes: 1000, folder: 'temp-images' };

  test('the deletion of an account removes everything except the anonymous ledger, even while a video is generated', async () => {
    const seller = await signIn(cloud.origin);
    const bystander = await signIn(cloud.origin);
    const otherRun = await bystander.run(['untouched']);
    await bystander.until(otherRun.batchId);
    const deliveredRun = await seller.run(['delivered before the end']);
    const [delivered] = (await seller.until(deliveredRun.batchId)).items;
    await seller.call('PUT', '/api/file-names', { template: '{title}-{n}' });
    const names = { marketplace: 'etsy', placements: ['etsy.listing-video'], template: '{sku}_{n}' };
    const order = { packageId: randomUUID(), results: [delivered?.videoUrl], ...names };
    expect(await seller.call('POST', '/api/packages', order)).toMatchObject({ status: 202 });
    // Only a later pass of the job removes records that a machine writes during the deletion. So the package must end first.
    const readStatus = async () => (await seller.call<PackageResponse>('GET', `/api/packages/${order.packageId}`)).body.status;
    await expect.poll(readStatus, { timeout: 60_000 }).toBe('ready');
    await cloud.fal.script('never ends', { kind: 'never' });
    const { batchId } = await seller.run(['this never ends']);
    await seller.until(batchId, (batch) => batch.counters.processing === 1);
    const dataBefore = await countRemainingData(bystander.userId);

    expect(await requestDeletion(seller, ` ${seller.email.toUpperCase()} `)).toMatchObject({ status: 202, body: { status: 'deleting' } });
    // After the deletion request, other calls with the same token are rejected.
    expect(await seller.call('GET', '/api/profile')).toMatchObject(errorResponse(410, 'AccountDeleted'));
    expect(await seller.call('POST', '/api/uploads', uploadRequest)).toMatchObject(errorResponse(410, 'AccountDeleted'));
    expect(await seller.call('POST', '/api/batches', batchRequest([{ uploadKey: 'none' }]))).toMatchObject(
      errorResponse(410, 'AccountDeleted'),
    );
    expect(await seller.call('POST', '/api/account/export', { exportId: randomUUID() })).toMatchObject(
      errorResponse(410, 'AccountDeleted'),
    );
    expect((await requestDeletion(seller)).status).toBe(202);

    await completeDeletion(seller.userId);
    expect(await countRemainingData(seller.userId)).toEqual(noRemainingData);
    const row = await readProfileRow(seller.userId);
    expect(row).toMatchObject({ id: seller.userId, credits: 0, available: 0, active_batches: 0 });
    expect(JSON.stringify(row)).not.toMatch(/@|Google|name/);
    const { rows } = await listLedger(seller.userId, { limit: 100 });
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['adjustment', -120],
      ['adjustment', -260],
      ['deduction', -120],
      ['bonus', 500],
    ]);
    expect(await requestDeletion(seller)).toMatchObject(errorResponse(410, 'AccountDeleted'));
    expect(await countRemainingData(bystander.userId)).toEqual(dataBefore);
    expect(await bystander.profile()).toMatchObject({ credits: 3.8, available: 3.8 });
  });

  test('the deletion of an account immediately stops the free helper calls, so that they send no vendor request', async () => {
    const seller = await signIn(cloud.origin);
    const helpers = await prepareHelperRequests(seller);
    const paidCalls = () => Promise.all([cloud.gemini.singlePrompts(), cloud.openai.calls(), cloud.stability.calls()]);
    const callsBefore = await paidCalls();
    await requestDeletion(seller);
    for (const { path, body } of Object.values(helpers))
      expect(await seller.call('POST', path, body), path).toMatchObject(errorResponse(410, 'AccountDeleted'));
    expect(await paidCalls()).toEqual(callsBefore);
  });

  test('the deletion of an account waits for the image that a before/after run is generating, and prevents further images', async () => {
    const seller = await signIn(cloud.origin);
    const run = { runId: randomUUID(), ...(await uploadExample(seller)), userProvided: ['background removal', 'what cannot be done'] };
    expect((await seller.call('POST', '/api/pipeline/runs', run)).status).toBe(202);
    await requestDeletion(seller);
    await completeDeletion(seller.userId);
    expect(await countRemainingData(seller.userId)).toEqual(noRemainingData);
    expect(await readProfileRow(seller.userId)).toMatchObject({ credits: 0, available: 0, active_batches: 0 });
    const { rows } = await listLedger(seller.userId, { limit: 100 });
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  test('the deletion of an account has the same result if two executions of the job run in parallel', async () => {
    const seller = await signIn(cloud.origin);
    await seller.until((await seller.run(['delivered before'])).batchId);
    await requestDeletion(seller);
    await expect.poll(() => isListedAsClosing(seller.userId), indexLag).toBe(true);
    const runs: Awaited<ReturnType<typeof deletionJob.deleteAccounts>>[] = [];
    // An index may still contain the batch as running, so one round may not be enough.
    await expect
      .poll(async () => {
        runs.push(...(await Promise.all([runJobWithLease(), runJobWithLease()])));
        return (await readAccount(seller.userId))?.deletedAt;
      }, indexLag)
      .toBeDefined();
    expect(runs.filter(({ failed }) => failed > 0)).toEqual([]);
    expect(await readAccount(seller.userId)).toMatchObject({ credits: 0, available: 0, deletedAt: expect.any(String) });
    const { rows } = await listLedger(seller.userId, { limit: 100 });
    expect(rows.map(({ amount }) => amount)).toEqual([-380, -120, 500]);
  });

  test('the scheduled job completes the deletion of an account, and a second sign-up gets no second bonus', async () => {
    const seller = await signIn(cloud.origin);
    await requestDeletion(seller);
    enableScheduledJob();
    await expect.poll(async () => (await readAccount(seller.userId))?.deletedAt, { timeout: 60_000 }).toEqual(expect.any(String));
    enableScheduledJob = cloud.breakFunction('auth/close-accounts');
    const newSession = await signIn(cloud.origin, seller.email);
    expect(newSession.userId).not.toBe(seller.userId);
    expect(await newSession.profile()).toMatchObject({ credits: 0, available: 0, isNew: false });
    expect(await newSession.transactions()).toEqual([]);
  });

  test('the deletion of an account removes a file that was uploaded with an earlier upload permission', async () => {
    const seller = await signIn(cloud.origin);
    const { body } = await seller.call<CreateUploadResponse>('POST', '/api/uploads', uploadRequest);
    await requestDeletion(seller);
    await completeDeletion(seller.userId);
    expect(await postFile(body, Buffer.alloc(uploadRequest.sizeBytes), uploadRequest.contentType)).toBe(204);
    await runJob();
    expect((await countRemainingData(seller.userId)).files).toBe(1);
    await runJob(new Date(Date.now() + finalCleanupDelaySeconds * 1000));
    expect(await countRemainingData(seller.userId)).toEqual(noRemainingData);
    expect(await readProfileRow(seller.userId)).not.toHaveProperty('closing_shard');
  });

  type Next = (args: unknown) => Promise<unknown>;
  type Stack = { add(wrap: (next: Next) => Next, options: object): void; remove(name: string): void };

  test.each(['before', 'after'] as const)(
    'the deletion of an account continues if the process crashes %s any of its reads or writes',
    async (position) => {
      const seller = await signIn(cloud.origin);
      await seller.until((await seller.run(['broken off'])).batchId);
      await seller.call('POST', '/api/batches', batchRequest([{ uploadKey: 'none' }]));
      // The test first completes the deletions of other accounts, so that their reads and writes do not count.
      await runJob(new Date(Date.now() + finalCleanupDelaySeconds * 1000));
      await requestDeletion(seller);
      await expect.poll(() => isListedAsClosing(seller.userId), indexLag).toBe(true);
      let callsUntilCrash = Number.POSITIVE_INFINITY;
      let crashes = 0;
      const crashAtCall = (next: Next) => async (args: unknown) => {
        callsUntilCrash -= 1;
        if (callsUntilCrash !== 0) return next(args);
        if (position === 'after') await next(args);
        throw new Error('The process crashed');
      };
      const stacks = [dynamo().middlewareStack, media.s3.middlewareStack] as unknown as Stack[];
      for (const stack of stacks) stack.add(crashAtCall, { step: 'initialize', name: 'crashAtCall' });
      try {
        for (let count = 1; count < 200; count++) {
          callsUntilCrash = count;
          await runJob().catch(() => undefined);
          if (callsUntilCrash > 0) break;
          crashes += 1;
        }
      } finally {
        for (const stack of stacks) stack.remove('crashAtCall');
      }
      expect(crashes).toBeGreaterThan(10);
      await completeDeletion(seller.userId);
      expect(await countRemainingData(seller.userId)).toEqual(noRemainingData);
      const { rows } = await listLedger(seller.userId, { limit: 100 });
      expect(rows.map(({ amount }) => amount)).toEqual([-380, -120, 500]);
      expect(await readAccount(seller.userId)).toMatchObject({ credits: 0, available: 0 });
    },
  );
});
