/**
 * Tests the links to media over HTTP on the whole local stack. CloudFront opens a file only with an unchanged link that has not expired.
 */
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '#local/aws/cloudfront/raw-request.ts';
import type { ImageBatchItem, ImageBatchResponse } from '#shared/batch/api.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
let seller: Seller;
let items: ImageBatchItem[];
let foreignItem: ImageBatchItem;
let imageUrl: string;
let downloadUrl: string;

async function makeImages(owner: Seller, prompts: string[]): Promise<{ batchId: string; made: ImageBatchItem[] }> {
  const { key } = await owner.upload(await createPhoto());
  const order = imageRequest(prompts, key);
  expect((await owner.call('POST', '/api/batches', order)).status).toBe(202);
  return { batchId: order.batchId, made: (await owner.until<ImageBatchResponse>(order.batchId)).items };
}

let batchId: string;
beforeAll(async () => {
  cloud = await sharedCloud();
  seller = await signIn(cloud.origin);
  const other = await signIn(cloud.origin);
  ({ batchId, made: items } = await makeImages(seller, ['A cup', 'A bowl']));
  foreignItem = (await makeImages(other, ['A lamp'])).made[0] as ImageBatchItem;
  imageUrl = String(items[0]?.imageUrl);
  downloadUrl = String(items[0]?.downloadUrl);
});

const get = (url: string, init?: RequestInit) => fetch(url, { redirect: 'manual', ...init });
const pathOf = (url: string) => url.slice(cloud.origin.length);

async function expectRefused(url: string, code: string): Promise<void> {
  const response = await get(url);
  expect(response.status, url).toBe(403);
  expect(response.headers.get('content-type')).toBe('application/xml');
  expect(await response.text()).toContain(`<Error><Code>${code}</Code>`);
}

describe('a file is not opened', () => {
  test('a file is not opened without a signature', async () => {
    await expectRefused(imageUrl.split('?')[0] ?? '', 'MissingKey');
    await expectRefused(imageUrl.replace(/Key-Pair-Id=\w+/, 'Key-Pair-Id='), 'MissingKey');
  });

  test('a file is not opened with the id of an unknown key', async () => {
    await expectRefused(imageUrl.replace(/Key-Pair-Id=\w+/, 'Key-Pair-Id=K2JCJMDEHXQW5F'), 'InvalidKey');
  });

  test.each<[string, (url: string) => string]>([
    ['a changed signature', (url) => url.replace(/Signature=[\w~-]{20}/, `Signature=${'A'.repeat(20)}`)],
    ['a later expiry', (url) => url.replace(/Expires=(\d+)/, (_, time) => `Expires=${Number(time) + 1}`)],
    ['a further parameter', (url) => `${url}&response-content-type=text%2Fhtml`],
    ['a type in front of the signature', (url) => url.replace('?', '?response-content-type=text%2Fhtml&')],
    ['a file name', (url) => url.replace('?', '?response-content-disposition=inline&')],
    ['a version', (url) => `${url}&versionId=1`],
  ])('a file is not opened with %s', async (_, change) => {
    const changed = change(imageUrl);
    expect(changed).not.toBe(imageUrl);
    await expectRefused(changed, 'AccessDenied');
  });

  test('a file is not opened with the signature of another file of the same seller or of another seller', async () => {
    const query = imageUrl.split('?')[1];
    for (const url of [items[1]?.imageUrl, items[0]?.thumbnailUrl, items[0]?.photoUrl, foreignItem.imageUrl])
      await expectRefused(`${String(url).split('?')[0]}?${query}`, 'AccessDenied');
  });

  test('a file is not opened with the file name of another download', async () => {
    await expectRefused(downloadUrl.replace('filename', 'filenam'), 'AccessDenied');
    await expectRefused(downloadUrl.replace(/response-content-disposition=[^&]+&/, ''), 'AccessDenied');
  });

  test('a file is not opened with dot segments or encoded slashes that lead to the file of another seller', async () => {
    const [path = '', query] = pathOf(imageUrl).split('?');
    const foreignKey = String(foreignItem.resultKey);
    for (const attack of [
      `${path}/../../../${foreignKey.slice('results/'.length)}`,
      `/results/../${foreignKey}`,
      `/results/%2e%2e/${foreignKey}`,
      `/results%2F${foreignKey.slice('results/'.length)}`,
      `//${foreignKey}`,
      `/results/..%2F${foreignKey}`,
    ])
      for (const target of [attack, `${attack}?${query}`]) expect(await opensPicture(target), target).toBe(false);
    expect(await opensPicture(pathOf(imageUrl))).toBe(true);
  });

  test('a file is not opened with a link of another host name', async () => {
    await expectRefused(imageUrl.replace('localhost', '127.0.0.1'), 'AccessDenied');
  });

  test('a file is not opened with a signature by a key that is not in the key group', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await expectRefused(signedAgain(imageUrl, privateKey), 'AccessDenied');
  });

  test('a file is not opened with a correct signature that has expired', async () => {
    const { MEDIA_PRIVATE_KEY } = JSON.parse(cloud.cloud.secrets.readText(String(process.env.MEDIA_SIGNING_SECRET_ARN)));
    const key = createPrivateKey(MEDIA_PRIVATE_KEY);
    const now = Math.floor(Date.now() / 1000);
    await expectRefused(signedAgain(imageUrl, key, now - 1), 'AccessDenied');
    expect((await get(signedAgain(imageUrl, key, now + 60))).status).toBe(200);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('a file is not opened with the method %s', async (method) => {
    expect((await get(imageUrl, { method })).status).toBe(403);
  });

  test.each(['originals', 'frames'])('a file is not opened in the folder %s, to which no link leads', async (folder) => {
    const response = await get(`${cloud.origin}/${folder}/${seller.userId}/a.jpg`);
    // The path is outside the media folders, so the response is the page of the site.
    expect(response.headers.get('content-type')).toContain('text/html');
  });
});

/**
 * Returns whether a path opens a picture. The path is sent unchanged, because `fetch` would resolve dot segments. For a path outside the
 * media folders, the response is the page of the site.
 */
async function opensPicture(path: string): Promise<boolean> {
  const { port, host } = new URL(cloud.origin);
  const { status, headers } = await rawRequest({ port: Number(port), path, headers: { host } });
  return status < 300 && !String(headers['content-type']).startsWith('text/html');
}

/** Returns the link with a new signature. */
function signedAgain(link: string, key: ReturnType<typeof createPrivateKey>, until = Number(/Expires=(\d+)/.exec(link)?.[1])): string {
  const resource = link.split('?')[0];
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${until}}}}]}`;
  const signature = sign('sha256', Buffer.from(policy), key)
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('=', '_')
    .replaceAll('/', '~');
  return link.replace(/Expires=\d+/, `Expires=${until}`).replace(/Signature=[\w~-]+/, `Signature=${signature}`);
}

describe('a link', () => {
  test('a link opens the file at the address of the site, without cookies', async () => {
    expect(imageUrl.startsWith(`${cloud.origin}/results/${seller.userId}/`)).toBe(true);
    const response = await get(imageUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
  });

  test('a link stays the same while the page polls', async () => {
    const expiryOf = (url: string) => /Expires=\d+/.exec(url)?.[0];
    const { body } = await seller.call<ImageBatchResponse>('GET', `/api/batches/${batchId}`);
    // A new hour may have started since the first poll.
    if (expiryOf(String(body.items[0]?.imageUrl)) === expiryOf(imageUrl)) expect(body.items[0]?.imageUrl).toBe(imageUrl);
    const [first, second] = await Promise.all(
      Array.from({ length: 2 }, () => seller.call<ImageBatchResponse>('GET', `/api/batches/${batchId}`)),
    );
    expect(second?.body.items.map((item) => item.thumbnailUrl)).toEqual(first?.body.items.map((item) => item.thumbnailUrl));
  });

  test('a link accepts HEAD requests, and the requests for parts of a file that a video player sends', async () => {
    const head = await get(imageUrl, { method: 'HEAD' });
    const sizeBytes = Number(head.headers.get('content-length'));
    expect(head.status).toBe(200);
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    const part = await get(imageUrl, { headers: { range: 'bytes=2-5' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 2-5/${sizeBytes}`);
    expect((await part.arrayBuffer()).byteLength).toBe(4);
    expect((await get(imageUrl, { headers: { range: `bytes=${sizeBytes}-` } })).status).toBe(416);
  });

  test('a link sets the file name of a download, and the file itself has no file name', async () => {
    expect((await get(downloadUrl)).headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''image_/);
    expect((await get(imageUrl)).headers.has('content-disposition')).toBe(false);
  });

  test('a link never opens a page or a script: the file is in a sandbox, and its type is not guessed', async () => {
    for (const url of [imageUrl, downloadUrl, String(items[0]?.photoUrl)]) {
      const { headers } = await get(url);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toContain('max-age=');
    }
  });

  test('a link is accepted instead of a key, even with an expired signature, because the path contains the owner', async () => {
    const imageKey = imageUrl.replace(/Expires=\d+/, 'Expires=1');
    const { status } = await seller.call('POST', '/api/photoroom/remove-background', { imageKey, operationId: randomUUID() });
    expect(status).toBe(202);
  });
});
