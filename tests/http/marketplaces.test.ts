/** Tests the marketplaces of a seller, and the measured properties of delivered results, over HTTP on the whole local stack. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { eraseProfile, removeBalance } from '#lambdas/store/account-deletions.ts';
import { readAccount } from '#lambdas/store/accounts.ts';
import { writeMarketplaces } from '#lambdas/store/marketplaces.ts';
import type { ExportResponse, SellerMarketplaces } from '#shared/auth/api.ts';
import type { ImageBatchResponse } from '#shared/batch/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import { placementIds } from '#shared/marketplaces/rule-files.ts';
import { clipResponse } from '../fixtures/cloud.ts';
import { imageRequest } from '../fixtures/image-order.ts';
import { fetchWithRetries } from '../fixtures/retry-outages.ts';
import { createPhoto, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
  await cloud.fal.script('', clipResponse);
});

const path = '/api/account/marketplaces';
const chosen = {
  placements: ['shopee.listing-video', 'amazon.main-image'],
  lengthen: 'backwards',
  cardColour: '#A1B2C3',
  shadow: 'drop',
} satisfies SellerMarketplaces;
const save = (seller: Seller, changes: object = {}) => seller.call<SellerMarketplaces>('PUT', path, { ...chosen, ...changes });
const errorResponse = (status: number, code: ErrorCode) => ({ status, body: { code, message: expect.stringMatching(/\w/) } });

describe('the marketplaces of a seller', () => {
  test.each([
    ['an unknown placement', { placements: ['nowhere.listing-video'] }],
    ['a placement that is not a text', { placements: [1] }],
    ['more placements than there are', { placements: [...placementIds, placementIds[0]] }],
    ['no list of placements', { placements: undefined }],
    ['another way to lengthen a video', { lengthen: 'repeat' }],
    ['a color by name', { cardColour: 'red' }],
    ['a color with a style', { cardColour: '#FFFFFF;' }],
    ['another choice for the shadow', { shadow: true }],
  ])('the marketplaces of a seller are refused with %s, and the stored marketplaces stay', async (_, changes) => {
    const seller = await signIn(cloud.origin);
    await save(seller);
    expect(await save(seller, changes)).toMatchObject(errorResponse(400, 'BadRequest'));
    expect((await seller.profile()).marketplaces).toEqual(chosen);
  });

  test('the marketplaces are refused without a token, and a call changes only the account of the caller', async () => {
    const [seller, other] = [await signIn(cloud.origin), await signIn(cloud.origin)];
    expect((await fetchWithRetries(cloud.origin + path, { method: 'PUT', body: JSON.stringify(chosen) })).status).toBe(401);
    await save(seller, { userId: other.userId }).catch(() => undefined);
    await save(seller);
    expect((await other.profile()).marketplaces).toBeUndefined();
  });

  test('the marketplaces are in the profile and in the export, and a second call replaces them', async () => {
    const seller = await signIn(cloud.origin);
    expect((await seller.profile()).marketplaces).toBeUndefined();
    expect(await save(seller)).toMatchObject({ status: 200, body: chosen });
    const twice = { ...chosen, placements: ['etsy.listing-video', 'etsy.listing-video'], cardColour: '#a1b2c3' };
    expect((await save(seller, twice)).body).toEqual({ ...chosen, placements: ['etsy.listing-video'] });
    const { profile } = await exportOf(seller);
    expect(profile.marketplaces).toEqual({ ...chosen, placements: ['etsy.listing-video'] });
    expect((await save(seller, { placements: [] })).body.placements).toEqual([]);
    expect((await seller.profile()).marketplaces?.placements).toEqual([]);
  });

  test('the marketplaces cannot be stored after a deletion request, and are removed with the profile', async () => {
    const seller = await signIn(cloud.origin);
    await save(seller);
    await seller.call('POST', '/api/account/delete', { confirmation: seller.email });
    expect(await save(seller)).toMatchObject(errorResponse(410, 'AccountDeleted'));
    // A call may have read the account before the deletion request.
    expect(await writeMarketplaces(seller.userId, chosen)).toBe(false);
    await removeBalance(seller.userId, new Date());
    await eraseProfile(seller.userId, new Date());
    expect(await readAccount(seller.userId)).not.toHaveProperty('marketplaces');
    expect(await writeMarketplaces(randomUUID(), chosen)).toBe(false);
  });
});

async function exportOf(seller: Seller) {
  const exportId = randomUUID();
  await seller.call('POST', '/api/account/export', { exportId });
  const read = async () => (await seller.call<ExportResponse>('GET', `/api/account/export/${exportId}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('ready');
  return JSON.parse(await (await fetch(String((await read()).url))).text());
}

describe('a delivered result', () => {
  test('a delivered video has its measured properties, in the batch and in the history', async () => {
    const seller = await signIn(cloud.origin);
    const { batchId } = await seller.run(['measured']);
    const [item] = (await seller.until(batchId)).items;
    const measured = {
      kind: 'video',
      container: 'mp4',
      codec: 'h264',
      width: 720,
      height: 1280,
      seconds: 8,
      moovAtStart: expect.any(Boolean),
    };
    expect(item?.probe).toMatchObject(measured);
    expect(item?.probe).toMatchObject({ bytes: (await (await fetch(String(item?.videoUrl))).arrayBuffer()).byteLength });
    const history = await seller.call<HistoryResponse>('GET', `/api/history/video/${batchId}`);
    expect(history.body.results[0]?.probe).toEqual(item?.probe);
  });

  test('a delivered image has its measured properties, and one property says that a model made the image', async () => {
    const seller = await signIn(cloud.origin);
    const { key } = await seller.upload(await createPhoto());
    const request = imageRequest(['measured'], key);
    await seller.call('POST', '/api/batches', request);
    const [item] = (await seller.until<ImageBatchResponse>(request.batchId)).items;
    expect(item?.probe).toMatchObject({
      ...{ kind: 'image', format: 'jpeg', aiMade: true, alpha: false, rotated: false, colourProfile: 'srgb' },
      whiteBackground: expect.any(Boolean),
      bytes: (await (await fetch(String(item?.imageUrl))).arrayBuffer()).byteLength,
    });
  });
});
