/**
 * Tests the step that signs a result, with the local tables, storage and keys: crashes at each call, two runs at a time, and missing keys.
 */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Reader } from '@contentauth/c2pa-node';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCredentialChain } from '#infra/certificates/credential-chain.ts';
import type { ItemRef } from '#lambdas/platform/task.ts';
import type { ImageItem } from '#lambdas/store/batch-rows.ts';
import { changeItem, putItems, readItem } from '#lambdas/store/batches.ts';
import { putObject, readObject, readObjectIfExists } from '#lambdas/store/objects.ts';
import { readSignedFile } from '#lambdas/store/signed-files.ts';
import { openKeys } from '#local/aws/kms/keys.ts';
import { createParameters } from '#local/aws/ssm/parameters.ts';
import { startControl } from '#local/base/control.ts';
import { sourceTypes } from '#shared/provenance/file-kinds.ts';
import { runWithCrash } from '../../fixtures/crash.ts';
import { startTablesAndStorage } from '../../fixtures/tables-and-storage.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = new Date();
const keyArn = 'arn:aws:kms:us-east-1:000000000000:key/credentials';
const folder = temporaryFolder('signing');
const keys = openKeys(join(folder.path, 'keys.json'));
const parameters = createParameters();
/** Each test has its own parameter, because a warm function keeps the value of a parameter for five minutes. */
let certificatesParameter: string;
let isKeyDisabled = false;
let store: Awaited<ReturnType<typeof startTablesAndStorage>>;
let control: Awaited<ReturnType<typeof startControl>>;
let signFile: typeof import('#lambdas/provenance/sign-file.ts');

beforeAll(async () => {
  store = await startTablesAndStorage();
  keys.create(keyArn);
  control = await startControl({
    AmazonSSM: (operation, body) => parameters.handleCall(operation, body),
    TrentService: (operation, body) =>
      isKeyDisabled
        ? { status: 400, body: { __type: 'DisabledException', message: `${keyArn} is disabled.` } }
        : keys.handleCall(operation, body),
  });
  Object.assign(process.env, { AWS_ENDPOINT_URL: control.url, SIGNING_KEY_ARN: keyArn });
  signFile = await import('#lambdas/provenance/sign-file.ts');
});
afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL;
  await control.stop();
  await store.stop();
  folder.remove();
});

let ref: ItemRef;
let unsignedKey: string;
let picture: Buffer;

beforeEach(async () => {
  isKeyDisabled = false;
  certificatesParameter = `/test/${randomUUID()}`;
  Object.assign(process.env, { SIGNING_CERTIFICATES_PARAMETER: certificatesParameter, WITHOUT_SIGNING_KEY: 'withhold' });
  setCertificates(now);
  const [userId, batchId] = [randomUUID(), randomUUID()];
  ref = { userId, batchId, itemId: 'card', index: 0 };
  unsignedKey = `results/${userId}/${batchId}/card.jpg`;
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await putObject(unsignedKey, picture, 'image/jpeg');
  const item: ImageItem = {
    ...ref,
    kind: 'image',
    uploadKey: `uploads/${userId}/temp-images/x.png`,
    title: 'Shoe.jpg',
    prompt: '',
    aspectRatio: '1:1',
    model: 'gemini-2.5-flash-image',
    outputFormat: 'jpeg',
    numImages: 1,
    cents: 5,
    status: 'generating',
  };
  await putItems([item], 'hash');
  const result = { key: unsignedKey, posterKey: `${unsignedKey}.thumb.jpg`, width: 64, height: 64, sizeBytes: picture.length };
  await changeItem(ref, { set: { result } });
});
afterEach(() => vi.unstubAllGlobals());

function setCertificates(createdAt: Date, certifiedKey = keyArn): void {
  const { body } = keys.handleCall('GetPublicKey', { KeyId: keyArn });
  const certificates = createCredentialChain(Buffer.from((body as { PublicKey: string }).PublicKey, 'base64'), createdAt);
  parameters.put(certificatesParameter, JSON.stringify({ keyArn: certifiedKey, certificates }));
}

function disableKey(): void {
  isKeyDisabled = true;
}

const sign = () => signFile.signResult(ref, now);
const readResult = async () =>
  ((await readItem(ref.userId, ref.batchId, ref.index)) as ImageItem).result as NonNullable<ImageItem['result']>;

/** The row names exactly the stored file, this file is valid, and the hash can be verified. */
async function expectSigned(): Promise<void> {
  const result = await readResult();
  const bytes = await readObject(result.key);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(result).toMatchObject({ sha256, sizeBytes: bytes.length, width: 64, posterKey: `${unsignedKey}.thumb.jpg` });
  expect(result.key).toBe(unsignedKey.replace('.jpg', `.${sha256.slice(0, 16)}.jpg`));
  const reader = await Reader.fromAsset({ buffer: bytes, mimeType: 'image/jpeg' });
  expect(reader?.json()).toMatchObject({ validation_state: 'Valid' });
  expect(await readSignedFile(sha256)).toEqual({ kind: 'image', date: now.toISOString().slice(0, 10) });
  expect(await readObjectIfExists(unsignedKey)).toBeUndefined();
}

describe('the signed result', () => {
  test('replaces the unsigned result, and a repeated step changes nothing', async () => {
    await sign();
    await expectSigned();
    const first = await readResult();
    await sign();
    expect(await readResult()).toEqual(first);
  });

  test('is complete if a run crashes at any call to the tables, and a second run follows', async () => {
    for (const isAfterCall of [false, true])
      for (let position = 1, calls = position; position <= calls; position++) {
        await putObject(unsignedKey, picture, 'image/jpeg');
        await changeItem(ref, {
          set: { result: { key: unsignedKey, posterKey: `${unsignedKey}.thumb.jpg`, width: 64, height: 64, sizeBytes: picture.length } },
        });
        calls = await runWithCrash(position, isAfterCall, sign);
        await sign();
        await expectSigned();
      }
  });

  test('is complete if a run fails at a call to the storage, and another run follows', async () => {
    const send = fetch;
    for (let position = 1; position <= 3; position++) {
      let calls = 0;
      vi.stubGlobal('fetch', async (...parameters: Parameters<typeof fetch>) => {
        calls += 1;
        // The request is repeated four times, so all further calls of this run fail too.
        if (calls >= position) throw new TypeError('fetch failed');
        return send(...parameters);
      });
      await sign().catch(() => undefined);
      vi.unstubAllGlobals();
    }
    await sign();
    await expectSigned();
  });

  test('is one complete file if two runs sign at the same time', async () => {
    await Promise.all([sign(), sign(), sign()]);
    await expectSigned();
  });
});

describe('without a signing key', () => {
  const causes: [string, () => void][] = [
    ['there are no certificates', () => Object.assign(process.env, { SIGNING_CERTIFICATES_PARAMETER: '/test/missing' })],
    ['the certificates belong to another key', () => setCertificates(now, 'arn:aws:kms:us-east-1:000000000000:key/other')],
    ['the certificates have expired', () => setCertificates(new Date(now.getTime() - 11 * 365 * 24 * 3600 * 1000))],
    ['the certificates are not valid yet', () => setCertificates(new Date(now.getTime() + 3 * 24 * 3600 * 1000))],
    ['the key is disabled', disableKey],
  ];

  test.each(causes)('the result is withheld, and signed later: %s', async (_, breakKey) => {
    breakKey();
    await expect(sign()).rejects.toMatchObject({ code: 'SigningKeyMissing' });
    expect(await readResult()).toMatchObject({ key: unsignedKey, sizeBytes: picture.length });
    isKeyDisabled = false;
    certificatesParameter = `/test/${randomUUID()}`;
    Object.assign(process.env, { SIGNING_CERTIFICATES_PARAMETER: certificatesParameter });
    setCertificates(now);
    await sign();
    await expectSigned();
  });

  test.each(causes)('if the stage allows it, the result is delivered unsigned, with its source type: %s', async (_, breakKey) => {
    breakKey();
    Object.assign(process.env, { WITHOUT_SIGNING_KEY: 'deliver-unsigned' });
    // A second run writes the same file.
    for (let count = 0; count < 2; count++) {
      await sign();
      const [result, bytes] = [await readResult(), await readObject(unsignedKey)];
      expect(result).toMatchObject({ key: unsignedKey, sizeBytes: bytes.length });
      expect(result).not.toHaveProperty('sha256');
      expect(bytes.toString('latin1').split(`Iptc4xmpExt:DigitalSourceType="${sourceTypes.image}"`)).toHaveLength(2);
      expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer());
      expect(await Reader.fromAsset({ buffer: bytes, mimeType: 'image/jpeg' }).catch(() => null)).toBeNull();
    }
  });

  test('a file without an item is withheld, or stored unsigned with its source type under the key of the signed file', async () => {
    disableKey();
    const signedKey = unsignedKey.replace('.jpg', '.crop.jpg');
    const order = { kind: 'image', key: unsignedKey, signedKey } as const;
    await expect(signFile.signOrderedFile(order, now)).rejects.toMatchObject({ code: 'SigningKeyMissing' });
    expect(await readObjectIfExists(signedKey)).toBeUndefined();
    Object.assign(process.env, { WITHOUT_SIGNING_KEY: 'deliver-unsigned' });
    const stored = await signFile.signOrderedFile(order, now);
    const bytes = await readObject(signedKey);
    expect(stored).toEqual({ key: signedKey, sizeBytes: bytes.length });
    expect(bytes.toString('latin1')).toContain(sourceTypes.image);
  });

  test('an item that was released while it waited for the key is not signed', async () => {
    await changeItem(ref, { set: { status: 'failed' }, remove: ['result'] });
    await sign();
    expect(await readItem(ref.userId, ref.batchId, ref.index)).not.toHaveProperty('result');
  });

  test('a clock that is some hours behind or ahead of the clock of the certificates causes no failure', async () => {
    setCertificates(new Date(now.getTime() + 23 * 3600 * 1000));
    await sign();
    await expectSigned();
  });
});

test('an error of KMS that may be temporary is not a missing key', async () => {
  const handle = keys.handleCall;
  keys.handleCall = () => ({ status: 400, body: { __type: 'AccessDeniedException', message: 'denied' } });
  await expect(sign()).rejects.toMatchObject({ name: 'AccessDeniedException' });
  keys.handleCall = handle;
  await sign();
  await expectSigned();
});
