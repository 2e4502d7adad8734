/** Tests packages of files for marketplaces over HTTP on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import JsZip from 'jszip';
import { describe, expect, test } from 'vitest';
import { putObject } from '#lambdas/store/objects.ts';
import { type Package, readEntries, readPackage, writeEntries, writePackage } from '#lambdas/store/packages.ts';
import { parseCsv } from '#shared/csv.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { FinishResponse } from '#shared/finish/api.ts';
import type { FileNamesResponse, PackageResponse } from '#shared/package/api.ts';
import type { ListProductsResponse } from '#shared/products/api.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { readUsesToday, setUsesLeftToday } from '../fixtures/limits.ts';
import { prepare } from '../fixtures/prepare.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

/** A rendered clip of 3 s. */
const clip = readFileSync(new URL('../../web/public/samples/hat-cute-pose.mp4', import.meta.url));
const packageMs = 150_000;

let cloud: SharedCloud;
let seller: Seller;
/** Two delivered videos whose titles differ only by upper and lower case. */
let videos: string[];

prepare(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
  seller = await signIn(cloud.origin);
  videos = [await orderVideo(seller, 'VT-0412.jpg'), await orderVideo(seller, 'vt-0412.jpg')];
});

async function orderVideo(buyer: Seller, title: string, changes: object = {}): Promise<string> {
  const [item] = (await buyer.until((await buyer.run(['one'], { title, ...changes })).batchId)).items;
  const key = new URL(String(item?.videoUrl)).pathname.slice(1);
  await putObject(key, clip, 'video/mp4');
  return key;
}

const body = (changes: object = {}) => ({
  packageId: randomUUID(),
  marketplace: 'etsy',
  results: videos,
  placements: ['etsy.listing-video'],
  template: '{sku}_{placement}_{n}',
  ...changes,
});
const create = <Body = PackageResponse>(changes: object = {}, caller = seller) => caller.call<Body>('POST', '/api/packages', body(changes));
const read = <Body = PackageResponse>(packageId: string, caller = seller) => caller.call<Body>('GET', `/api/packages/${packageId}`);
const startFinish = (placements: string[], results = videos) =>
  seller.call<FinishResponse>('POST', '/api/finish', { finishId: randomUUID(), action: 'start', results, placements });
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });

async function waitForPackage(packageId: string): Promise<PackageResponse> {
  for (const deadline = Date.now() + packageMs; Date.now() < deadline; ) {
    const response = (await read(packageId)).body;
    if (response.status === 'ready' || response.status === 'failed') return response;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The package was not made in time');
}

const zipOf = async ({ parts: [part] }: PackageResponse): Promise<JsZip> =>
  JsZip.loadAsync(await (await fetch(String(part?.url))).arrayBuffer());

describe('the template of file names', () => {
  const save = <Body = FileNamesResponse>(template: unknown, caller = seller) => caller.call<Body>('PUT', '/api/file-names', { template });
  const readTemplate = async (caller: Seller) => (await caller.call<FileNamesResponse>('GET', '/api/file-names')).body.template;

  test('is stored for each seller', async () => {
    const [one, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    expect(await readTemplate(one)).toBe('{sku}_{placement}_{n}');
    expect(await save('{title}-{n}', one)).toMatchObject({ status: 200, body: { template: '{title}-{n}' } });
    expect(await readTemplate(one)).toBe('{title}-{n}');
    expect(await readTemplate(other)).toBe('{sku}_{placement}_{n}');
  });

  test.each([
    ['an unknown field', '{colour}_{n}', 'There is no field {colour}. The fields are {sku}, {title}, {marketplace}, {placement}, {n}.'],
    ['a path', '../{sku}', 'A file name cannot contain a path (..).'],
    ['an emoji', '{sku}👟', 'A file name cannot contain the emoji 👟.'],
    ['a direction mark', '{sku}\u200F', 'invisible characters'],
    ['an illegal character', '{sku}:{n}', 'A file name cannot contain the character :'],
    ['no text', '', 'Enter a template'],
    ['300 characters', 'x'.repeat(300), 'template'],
    ['a number', 7, 'template'],
  ])('the server refuses %s with a sentence, and keeps the stored template', async (_, template, sentence) => {
    const owner = await signIn(cloud.origin);
    const refusal = { status: 400, body: { code: 'BadRequest', details: expect.stringContaining(sentence) } };
    expect(await save(template, owner)).toMatchObject(refusal);
    expect(await readTemplate(owner)).toBe('{sku}_{placement}_{n}');
    expect(await create({ template })).toMatchObject(refusal);
  });
});

describe('a refused package', () => {
  test('two results with the same file name are refused, the response contains the name, and nothing is counted or stored', async () => {
    const used = await readUsesToday(seller.userId, 'package');
    const packageId = randomUUID();
    const response = await create<{ data: object }>({ packageId, template: '{sku}' });
    expect(response).toMatchObject(errorResponse(409, 'NamesClash'));
    expect(response.body.data).toEqual({ name: 'VT-0412', count: 2 });
    expect(await readUsesToday(seller.userId, 'package')).toBe(used);
    expect(await readEntries({ userId: seller.userId, packageId })).toBeUndefined();
  });

  test.each<[string, object]>([
    ['a placement of another marketplace', { placements: ['shopee.listing-video'] }],
    ['a placement of another kind', { placements: ['etsy.listing-image'] }],
    ['an unknown marketplace', { marketplace: 'vitrine' }],
    ['no result', { results: [] }],
    ['501 results', { results: Array(501).fill('x') }],
    ['no placement', { placements: [] }],
    ['an id that is a path', { packageId: '../x' }],
    ['an unknown language', { language: 'xx' }],
  ])('the server refuses %s', async (_, changes) => {
    expect(await create(changes)).toMatchObject(errorResponse(400, 'BadRequest'));
  });

  test('the server refuses results and packages of another user', async () => {
    const other = await signIn(cloud.origin);
    expect(await create({}, other)).toMatchObject(errorResponse(400, 'AddressNotAllowed'));
    const { body: created } = await create();
    expect(await read(created.packageId, other)).toMatchObject(errorResponse(404, 'DownloadNotFound'));
    for (const id of [randomUUID(), 'x', '..%2fx']) expect(await read(id)).toMatchObject(errorResponse(404, 'DownloadNotFound'));
    await waitForPackage(created.packageId);
  });

  test('the server refuses files above the daily limit', async () => {
    const busy = await signIn(cloud.origin);
    const results = [await orderVideo(busy, 'busy.jpg')];
    await setUsesLeftToday(busy.userId, 'package', 0);
    expect(await create({ results }, busy)).toMatchObject(errorResponse(429, 'DailyLimit'));
  });
});

describe('a package', () => {
  test('contains the imported columns and the title of a product whose photo was ordered', async () => {
    const { key: uploadKey } = await seller.upload(await createPhoto());
    const source = { headers: ['Handle', 'Price'], cells: ['red-shoe', '-5.00'] };
    const product = { sku: 'VT-7', title: 'Red shoe', options: [], variantSkus: [], source, photos: [{ source: 'a.jpg', uploadKey }] };
    expect(await seller.call('POST', '/api/products/import', { products: [product] })).toMatchObject({ status: 200 });
    const [stored] = (await seller.call<ListProductsResponse>('GET', '/api/products')).body.items;
    const results = [await orderVideo(seller, 'VT-7', { uploadKey: stored?.photo?.key })];
    await startFinish(['etsy.listing-video'], results);
    const made = await waitForPackage((await create({ results })).body.packageId);
    const [headings, line] = parseCsv(String(await (await zipOf(made)).file('results.csv')?.async('string')));
    expect(headings?.slice(0, 5)).toEqual(['Handle', 'Price', 'sku', 'title', 'placement']);
    expect(line?.slice(0, 5)).toEqual(['red-shoe', '-5.00', 'VT-7', 'Red shoe', 'etsy.listing-video']);
  });

  test('waits for its files, contains them with unique names, is free, and names the files that are left out', async () => {
    const balance = await seller.profile();
    // A clip of 3 s cannot become 7 s, but it can become 5 s.
    await startFinish(['etsy.listing-video']);
    const { status, body: created } = await create({ language: 'fr' });
    expect(status).toBe(202);
    expect(created).toMatchObject({ marketplace: 'etsy', status: 'waiting', done: 0, count: 2, parts: [] });
    const made = await waitForPackage(created.packageId);
    expect(made).toMatchObject({ status: 'ready', done: 2, count: 2, leftOut: { count: 0, files: [] } });
    const [part] = made.parts;
    expect(part?.fileName).toMatch(/^vitrine_etsy_\d{4}-\d\d-\d\d\.zip$/);
    const response = await fetch(String(part?.url));
    expect(response.headers.get('content-disposition')).toContain(part?.fileName);
    expect((await response.arrayBuffer()).byteLength).toBe(part?.sizeBytes);
    const zip = await zipOf(made);
    const names = ['etsy/VT-0412_etsy-listing-video_1.mp4', 'etsy/vt-0412_etsy-listing-video_2.mp4'];
    for (const name of names) expect((await zip.file(name)?.async('nodebuffer'))?.subarray(4, 8).toString()).toBe('ftyp');
    const [, ...results] = parseCsv(String(await zip.file('results.csv')?.async('string')));
    expect(results.map((line) => [line[0], line[3], line[4], line[8], line[10]])).toEqual([
      ['VT-0412', 'ready', names[0], expect.stringMatching(/^\d+\.\d\d$/), 'AI-generated'],
      ['vt-0412', 'ready', names[1], expect.stringMatching(/^\d+\.\d\d$/), 'AI-generated'],
    ]);
    expect(Number(results[0]?.[8])).toBeGreaterThan(0);
    expect(await zip.file('README.txt')?.async('string')).toContain('Fichiers : 2');
    // The account is new only for a minute.
    expect(await seller.profile()).toEqual({ ...balance, isNew: expect.any(Boolean) });
  });

  test('with the same id is made and counted only once', async () => {
    await startFinish(['etsy.listing-video']);
    const packageId = randomUUID();
    await create({ packageId });
    const first = await waitForPackage(packageId);
    const used = await readUsesToday(seller.userId, 'package');
    expect((await create({ packageId, template: '{title}{n}' })).body).toMatchObject({
      status: 'ready',
      parts: [{ sizeBytes: first.parts[0]?.sizeBytes }],
    });
    expect(await readUsesToday(seller.userId, 'package')).toBe(used);
  });

  test('names refused and missing files, and is made again after the missing files were made', async () => {
    await startFinish(['shopee.listing-video', 'shopee.feed-video'], videos.slice(0, 1));
    const changes = { packageId: randomUUID(), marketplace: 'shopee', placements: ['shopee.listing-video', 'shopee.feed-video'] };
    await create(changes);
    const made = await waitForPackage(changes.packageId);
    expect(made).toMatchObject({ status: 'ready', count: 1, leftOut: { count: 3 } });
    expect(made.leftOut.files).toMatchObject([
      {
        title: 'VT-0412.jpg',
        placement: 'shopee.listing-video',
        reason: 'refused',
        refusal: { field: 'seconds', value: 3, limit: { min: 10 } },
      },
      { title: 'vt-0412.jpg', placement: 'shopee.listing-video', reason: 'missing' },
      { title: 'vt-0412.jpg', placement: 'shopee.feed-video', reason: 'missing' },
    ]);
    await startFinish(['shopee.listing-video', 'shopee.feed-video'], videos.slice(1));
    expect((await create(changes)).body).toMatchObject({ status: 'waiting' });
    const complete = await waitForPackage(changes.packageId);
    expect(complete).toMatchObject({ status: 'ready', count: 2, leftOut: { count: 2 } });
    // Refused files stay refused, so the same package is returned.
    expect((await create(changes)).body).toMatchObject({ status: 'ready', count: 2 });
  });

  test('is shown as failed after a crash, and the same request makes it', async () => {
    await startFinish(['etsy.listing-video']);
    const repair = cloud.breakFunction('package/make-part');
    const packageId = randomUUID();
    await create({ packageId });
    expect(await waitForPackage(packageId)).toMatchObject({ status: 'failed' });
    repair();
    expect((await create({ packageId })).body).toMatchObject({ status: 'waiting' });
    expect(await waitForPackage(packageId)).toMatchObject({ status: 'ready', count: 2 });
  });

  test('is made by the next call if the first call crashed before it started the work', async () => {
    const { body: created } = await create();
    await waitForPackage(created.packageId);
    const ref = { userId: seller.userId, packageId: created.packageId };
    const [record, entries] = [await readPackage(ref), await readEntries(ref)];
    const interrupted = { ...ref, packageId: randomUUID() };
    await writeEntries(interrupted, entries ?? []);
    await writePackage({ ...(record as Package), ...interrupted, status: 'waiting', parts: [] });
    await create({ packageId: interrupted.packageId });
    expect(await waitForPackage(interrupted.packageId)).toMatchObject({ status: 'ready' });
  });
});

test('the export of an account contains the template', async () => {
  const owner = await signIn(cloud.origin);
  await owner.call('PUT', '/api/file-names', { template: '{title}-{n}' });
  const exportId = randomUUID();
  await owner.call('POST', '/api/account/export', { exportId });
  let url: string | undefined;
  for (const deadline = Date.now() + packageMs; !url && Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 200)))
    url = (await owner.call<{ url?: string }>('GET', `/api/account/export/${exportId}`)).body.url;
  expect(await (await fetch(String(url))).json()).toMatchObject({ file_names: '{title}-{n}' });
});
