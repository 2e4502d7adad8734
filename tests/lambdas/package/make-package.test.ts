/** Tests the steps of a package with the local storage. The ZIP files are checked with `unzip -t`. */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JsZip from 'jszip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FinishedFile } from '#lambdas/store/finishes.ts';
import type { Package, PackageEntry } from '#lambdas/store/packages.ts';
import { parseCsv } from '#shared/csv.ts';
import { defaultPreferences } from '#shared/marketplaces/plan.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { packageWaitSecondsMax } from '#shared/package/parts.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = new Date('2026-11-25T12:00:00Z');
const folder = temporaryFolder('package');
let storage: Awaited<ReturnType<typeof startTablesAndStorage>>;
/** These modules are imported after the address of the storage is set, because the storage client reads the address once. */
let steps: typeof import('#lambdas/package/plan-package.ts') &
  typeof import('#lambdas/package/make-part.ts') &
  typeof import('#lambdas/package/end-package.ts');
let packages: typeof import('#lambdas/store/packages.ts');
let finishes: typeof import('#lambdas/store/finishes.ts');
let objects: typeof import('#lambdas/store/objects.ts');

beforeAll(async () => {
  storage = await startTablesAndStorage();
  steps = {
    ...(await import('#lambdas/package/plan-package.ts')),
    ...(await import('#lambdas/package/make-part.ts')),
    ...(await import('#lambdas/package/end-package.ts')),
  };
  packages = await import('#lambdas/store/packages.ts');
  finishes = await import('#lambdas/store/finishes.ts');
  objects = await import('#lambdas/store/objects.ts');
});
afterAll(async () => {
  folder.remove();
  await storage?.stop();
});

type File = { title: string; content?: string; changes?: Partial<FinishedFile>; isMissing?: boolean };
type Ref = { userId: string; packageId: string };

/** Writes the finished files and the record of a package. */
async function preparePackage(files: File[], changes: Partial<Package> = {}): Promise<Ref> {
  const ref = { userId: randomUUID(), packageId: randomUUID() };
  const { marketplace = 'shopee' } = changes;
  const placement = (marketplace === 'shopify' ? 'shopify.product-video' : `${marketplace}.listing-video`) as PlacementId;
  const entries: PackageEntry[] = [];
  for (const [index, { title, content = title, changes: fileChanges, isMissing }] of files.entries()) {
    const id = { userId: ref.userId, batchId: 'batch', itemId: `item-${index}`, fileId: 'file' };
    const probe = { kind: 'video' as const, seconds: 10.2, width: 1080, height: 1920 };
    const file: FinishedFile = {
      ...{ ...id, finishId: randomUUID(), placement, version: '2026-11', preferences: defaultPreferences, title },
      ...{ sourceKey: 'results/x.mp4', probe, measured: probe, status: 'ready', startedAt: now.toISOString(), steps: [], changes: [] },
      ...{ extension: 'mp4', sizeBytes: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') },
      ...fileChanges,
    };
    if (!isMissing) {
      await objects.putObject(finishes.finishedKey(file), Buffer.from(content), 'video/mp4');
      await finishes.writeFinishedFile(file);
    }
    entries.push({ ...id, title, placement: file.placement, stem: `${index}-${title}`, cents: 120, aiLabel: 'AI-generated' });
  }
  await packages.writeEntries(ref, entries);
  await packages.writePackage({
    ...{ ...ref, marketplace, language: 'en', attempt: 0, status: 'waiting', startedAt: now.toISOString(), done: 0 },
    ...{ count: entries.length, parts: [], leftOut: { count: 0, isFinal: true, files: [] }, ...changes },
  });
  return ref;
}

async function zipOf(ref: Ref, part: number): Promise<JsZip> {
  const bytes = await objects.readObject(packages.packagePartKey(ref, part));
  const file = join(folder.path, `${ref.packageId}-${part}.zip`);
  writeFileSync(file, bytes);
  const { status, stdout, stderr } = spawnSync('unzip', ['-t', file], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  return JsZip.loadAsync(bytes);
}

const textOf = async (zip: JsZip, name: string): Promise<string> => String(await zip.file(name)?.async('string'));

describe('a package', () => {
  test('contains the files with their names, the tables and the README, and the manifest has the hash of each file', async () => {
    const ref = await preparePackage([{ title: 'Größe' }, { title: 'ผ้าพันคอ' }]);
    expect(await steps.planPackage(ref, now)).toEqual({ state: 'pack', parts: [1] });
    await steps.makePart(ref, 1);
    await steps.endPackage(ref, 'ready');
    const record = await packages.readPackage(ref);
    expect(record).toMatchObject({ status: 'ready', done: 2, count: 2, leftOut: { count: 0, isFinal: true, files: [] } });
    expect(record?.parts).toEqual([{ fileName: 'vitrine_shopee_2026-11-25.zip', sizeBytes: expect.any(Number) }]);
    const zip = await zipOf(ref, 1);
    const names = ['manifest.csv', 'results.csv', 'README.txt', 'shopee/0-Größe.mp4', 'shopee/1-ผ้าพันคอ.mp4'];
    expect(
      Object.values(zip.files)
        .filter(({ dir }) => !dir)
        .map(({ name }) => name),
    ).toEqual(names);
    const [, ...lines] = parseCsv(await textOf(zip, 'manifest.csv'));
    expect(lines).toHaveLength(2);
    for (const [path = '', , , , , , , bytes, sha256] of lines) {
      const content = Buffer.from((await zip.file(path)?.async('nodebuffer')) ?? '');
      expect([String(content.length), createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    }
    const [, result] = parseCsv(await textOf(zip, 'results.csv'));
    expect(result?.slice(3)).toEqual([
      ...['ready', 'shopee/0-Größe.mp4', '10.20', '7', lines[0]?.[8], '1.20'],
      ...['ready; not measured: bytes; no known limit: container ratio size', 'AI-generated'],
    ]);
  });

  test('has a README in the language of the seller, with the dates of the rules', async () => {
    const ref = await preparePackage([{ title: 'a' }, { title: 'b', isMissing: true }], { language: 'de' });
    await steps.planPackage(ref, now);
    const plan = await packages.readPlan(ref);
    const readme = plan?.texts.find(({ name }) => name === 'README.txt')?.text ?? '';
    expect(readme).toContain('Dateien: 1\r\n');
    expect(readme).toContain('Ausgelassen: 1.');
    expect(readme).toMatch(/shopee\.listing-video 2026-\d\d · gelesen am 2026-11-\d\d/);
    expect(readme).toContain('    https://');
    expect(plan?.texts.map(({ name }) => name)).toEqual(['manifest.csv', 'results.csv', 'README.txt']);
  });

  test('for Shopify contains an import file if it contains a picture', async () => {
    const planTexts = async (changes: Partial<FinishedFile>) => {
      const ref = await preparePackage([{ title: 'a', changes }], { marketplace: 'shopify' });
      await steps.planPackage(ref, now);
      const texts = (await packages.readPlan(ref))?.texts ?? [];
      return Object.fromEntries(texts.map(({ name, text }) => [name, text]));
    };
    const measured = { kind: 'image', width: 2048, height: 2048 } as const;
    const withPicture = await planTexts({ placement: 'shopify.product-image', extension: 'jpg', measured });
    expect(parseCsv(withPicture['shopify-import.csv'] ?? '')[1]).toEqual(['a', 'a', '0-a.jpg', '1', 'a']);
    expect(withPicture['README.txt']).toContain('shopify-import.csv');
    const withVideo = await planTexts({});
    expect(Object.keys(withVideo)).toEqual(['manifest.csv', 'results.csv', 'README.txt']);
    expect(withVideo['README.txt']).not.toContain('shopify-import.csv');
  });

  test('lists every file that it cannot contain, with the reason', async () => {
    const rule = { field: 'seconds', min: 10, max: 60, severity: 'refused', source: 'https://example.com', sourceDate: null } as const;
    const refusal = {
      kind: 'refusal',
      reason: 'tooShort',
      field: 'seconds',
      value: 3,
      rule: { ...rule, seenAt: '2026-11-21', grade: 'O' },
    } as const;
    const ref = await preparePackage([
      { title: 'refused', changes: { status: 'refused', refusal } },
      { title: 'failed', changes: { status: 'failed' } },
      { title: 'missing', isMissing: true },
      { title: 'old', changes: { sha256: undefined } },
      { title: 'ready' },
    ]);
    await steps.planPackage(ref, now);
    const record = await packages.readPackage(ref);
    expect(record).toMatchObject({ count: 1, leftOut: { count: 4, isFinal: false } });
    expect(record?.leftOut.files).toMatchObject([
      { title: 'refused', reason: 'refused', refusal: { field: 'seconds', value: 3, limit: { min: 10, max: 60 } } },
      { title: 'failed', reason: 'failed' },
      { title: 'missing', reason: 'missing' },
      { title: 'old', reason: 'missing' },
    ]);
    const [, ...lines] = parseCsv((await packages.readPlan(ref))?.texts[1]?.text ?? '');
    expect(lines.map((line) => [line[3], line[4], line[9]])).toEqual([
      ['refused', '', 'seconds 3 (min 10, max 60)'],
      ['failed', '', ''],
      ['missing', '', ''],
      ['missing', '', ''],
      ['ready', 'shopee/4-ready.mp4', expect.stringMatching(/^ready/)],
    ]);
  });

  test('has no parts and is final if every file is refused', async () => {
    const ref = await preparePackage([{ title: 'refused', changes: { status: 'refused' } }]);
    expect(await steps.planPackage(ref, now)).toEqual({ state: 'pack', parts: [] });
    expect(await packages.readPackage(ref)).toMatchObject({ count: 0, parts: [], leftOut: { count: 1, isFinal: true } });
  });

  test('waits for its files, but not longer than the maximum', async () => {
    const ref = await preparePackage([{ title: 'slow', changes: { status: 'making' } }, { title: 'ready' }]);
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    expect(await steps.planPackage(ref, later(packageWaitSecondsMax - 1))).toEqual({ state: 'wait', parts: [] });
    expect(await packages.readPackage(ref)).toMatchObject({ status: 'waiting' });
    expect(await steps.planPackage(ref, later(packageWaitSecondsMax))).toEqual({ state: 'pack', parts: [1] });
    expect(await packages.readPackage(ref)).toMatchObject({
      status: 'making',
      leftOut: { isFinal: false, files: [{ title: 'slow', reason: 'late' }] },
    });
  });

  test('with several parts is made part by part, and each part is a complete ZIP file with all tables', async () => {
    const ref = await preparePackage([{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
    await steps.planPackage(ref, now);
    const [record, plan] = [await packages.readPackage(ref), await packages.readPlan(ref)];
    const [files] = plan?.parts ?? [];
    if (!record || !plan || !files) throw new Error('There is no plan');
    await packages.writePlan(ref, { ...plan, parts: [files.slice(0, 2), files.slice(2)] });
    const part = (name: string) => ({ fileName: name, sizeBytes: 0 });
    await packages.writePackage({ ...record, parts: [part('1.zip'), part('2.zip')] });
    await steps.makePart(ref, 1);
    expect(await packages.readPackage(ref)).toMatchObject({ status: 'making', done: 2 });
    await steps.makePart(ref, 2);
    // Step Functions can run a step twice.
    await steps.makePart(ref, 2);
    expect(await packages.readPackage(ref)).toMatchObject({ status: 'making', done: 3 });
    const [first, second] = [await zipOf(ref, 1), await zipOf(ref, 2)];
    expect(await textOf(first, 'results.csv')).toBe(await textOf(second, 'results.csv'));
    expect([first.file('shopee/1-b.mp4'), first.file('shopee/2-c.mp4')]).toEqual([expect.anything(), null]);
    expect(await textOf(second, 'shopee/2-c.mp4')).toBe('c');
  });
});

describe('a package that cannot be made', () => {
  test('is not made with a file that has changed since the plan', async () => {
    const ref = await preparePackage([{ title: 'a' }]);
    await steps.planPackage(ref, now);
    const plan = await packages.readPlan(ref);
    await objects.putObject(String(plan?.parts[0]?.[0]?.key), Buffer.from('other'), 'video/mp4');
    await expect(steps.makePart(ref, 1)).rejects.toThrow('has changed since the package was planned');
    expect(await objects.objectExists(packages.packagePartKey(ref, 1))).toBe(false);
    await steps.endPackage(ref, 'failed');
    expect(await packages.readPackage(ref)).toMatchObject({ status: 'failed' });
  });

  test('stays ready if it is ready', async () => {
    const ref = await preparePackage([], { status: 'ready' });
    await steps.endPackage(ref, 'failed');
    expect(await packages.readPackage(ref)).toMatchObject({ status: 'ready' });
  });

  test('is not made after the account and its files are deleted', async () => {
    const ref = { userId: randomUUID(), packageId: randomUUID() };
    await expect(steps.planPackage(ref, now)).rejects.toMatchObject({ code: 'DownloadNotFound' });
    await expect(steps.makePart(ref, 1)).rejects.toMatchObject({ code: 'DownloadNotFound' });
    await steps.endPackage(ref, 'failed');
    expect(await packages.readPackage(ref)).toBeUndefined();
  });
});
