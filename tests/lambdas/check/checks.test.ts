/** Tests the limits and the storage of checks with the local tables and the local S3. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allVisitorsFilesPerDay, visitorFilesPerDay } from '#shared/check/api.ts';
import { cleanImages } from '../../fixtures/planted-images.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';

let local: Awaited<ReturnType<typeof startTablesAndStorage>>;
let checks: typeof import('#lambdas/store/checks.ts');
let checkFiles: typeof import('#lambdas/store/check-files.ts');
let work: typeof import('#lambdas/check/check-upload.ts');
let giveUp: typeof import('#lambdas/check/give-up-check.ts');
let objects: typeof import('#lambdas/store/objects.ts');
beforeAll(async () => {
  local = await startTablesAndStorage();
  checks = await import('#lambdas/store/checks.ts');
  checkFiles = await import('#lambdas/store/check-files.ts');
  work = await import('#lambdas/check/check-upload.ts');
  giveUp = await import('#lambdas/check/give-up-check.ts');
  objects = await import('#lambdas/store/objects.ts');
});
afterAll(() => local?.stop());

const day = (n: number) => new Date(`2026-11-${String(n).padStart(2, '0')}T10:00:00.000Z`);
const fileOf = (checkId: string) => `checks/${checkId}/file`;
const uploaded = async (bytes: Buffer) => {
  const checkId = randomUUID();
  await objects.putObject(fileOf(checkId), bytes, 'application/octet-stream');
  return checkId;
};

test('each network has a limit per day, and the addresses of one IPv6 network share it', async () => {
  const address = (n: number) => `2001:db8:0:1::${n.toString(16)}`;
  const results = await Promise.allSettled(
    Array.from({ length: visitorFilesPerDay + 5 }, (_, n) => checks.countVisitorFile(address(n + 1), day(1))),
  );
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(5);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'DailyLimit', details: { limit: visitorFilesPerDay } });
  await checks.countVisitorFile('2001:db8:0:2::1', day(1));
  await checks.countVisitorFile('198.51.100.7', day(1));
  await checks.countVisitorFile(address(1), day(2));
});

test('all visitors together have a limit per day, and refused files of one network do not count towards it', async () => {
  const refusedOfOne = Array.from({ length: 300 }, () => checks.countVisitorFile('203.0.113.1', day(3)).catch(() => undefined));
  await Promise.all(refusedOfOne);
  const addressOf = (n: number) => `10.0.${Math.floor(n / 200)}.${n % 200}`;
  for (let n = 0; n < allVisitorsFilesPerDay - visitorFilesPerDay; n += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, allVisitorsFilesPerDay - visitorFilesPerDay - n) }, (_, index) =>
        checks.countVisitorFile(addressOf(n + index), day(3)),
      ),
    );
  await expect(checks.countVisitorFile('198.51.100.9', day(3))).rejects.toMatchObject({ details: { limit: allVisitorsFilesPerDay } });
});

test('a checked file is deleted with all its versions, and a repeated step changes nothing', async () => {
  const checkId = await uploaded((await cleanImages[0]?.make()) ?? Buffer.alloc(0));
  await work.checkUpload({ checkId });
  const report = await checks.readReport(checkId);
  expect(report).toMatchObject({ probe: { kind: 'image', format: 'jpeg', whiteBackground: true }, findings: [] });
  expect(await objects.objectExists(fileOf(checkId))).toBe(false);
  await work.checkUpload({ checkId });
  await giveUp.giveUpCheck({ checkId });
  expect(await checks.readReport(checkId)).toEqual(report);
});

test('a check that crashed ends with a problem, and the job deletes its file', async () => {
  const checkId = await uploaded(Buffer.from('<html></html>'));
  await giveUp.giveUpCheck({ checkId });
  expect(await checks.readReport(checkId)).toEqual({ problem: 'tooSlow' });
  expect(await checkFiles.deleteChecksBefore(new Date(Date.now() - 60_000))).toBe(0);
  expect(await objects.objectExists(fileOf(checkId))).toBe(true);
  expect(await checkFiles.deleteChecksBefore(new Date(Date.now() + 60_000))).toBeGreaterThanOrEqual(2);
  expect(await objects.objectExists(fileOf(checkId))).toBe(false);
});

test('a check without a file fails, so that it ends with a problem', async () => {
  await expect(work.checkUpload({ checkId: randomUUID() })).rejects.toMatchObject({ code: 'UploadNotFound' });
});
