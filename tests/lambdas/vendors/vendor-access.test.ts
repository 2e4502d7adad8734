import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startSecrets } from './contract.test-support.ts';

let secrets: Awaited<ReturnType<typeof startSecrets>>;
let vendorAccessModule: typeof import('#lambdas/vendors/vendor-access.ts');

beforeAll(async () => {
  secrets = await startSecrets({
    OPENAI_KEYS_SECRET_ARN: { OPENAI_API_KEY: 'the key', OPENAI_TEXT_MODEL: 'a model', OPENAI_IMAGE_MODEL: '' },
    STABILITY_KEYS_SECRET_ARN: { STABILITY_API_KEY: '' },
    GEMINI_KEYS_SECRET_ARN: { GEMINI_API_KEY: 1 },
  });
  vendorAccessModule = await import('#lambdas/vendors/vendor-access.ts');
});
afterEach(() => {
  delete process.env.STAND_IN_URL_STABILITY;
  delete process.env.STAND_IN_URL_OPENAI;
});
afterAll(() => secrets.stop());

test('the access to a vendor contains its key, and an empty setting is undefined', async () => {
  const { key, standIn, setting } = await vendorAccessModule.vendorAccess('openai');
  expect([key, standIn, setting('OPENAI_TEXT_MODEL'), setting('OPENAI_IMAGE_MODEL')]).toEqual(['the key', undefined, 'a model', undefined]);
});

test('a stand-in replaces a vendor and never gets its key', async () => {
  process.env.STAND_IN_URL_OPENAI = 'http://127.0.0.1:1';
  expect(await vendorAccessModule.vendorAccess('openai')).toMatchObject({ key: 'stand-in', standIn: 'http://127.0.0.1:1' });
});

test('a missing key throws an error with the name of the key, and the caller can choose the error code', async () => {
  await expect(vendorAccessModule.vendorAccess('stability')).rejects.toMatchObject({
    code: 'VendorMisconfigured',
    details: { missing: 'STABILITY_API_KEY' },
  });
  await expect(vendorAccessModule.vendorAccess('stability', { missing: 'CheckoutUnavailable' })).rejects.toMatchObject({
    code: 'CheckoutUnavailable',
  });
});

test('a secret whose fields are not strings is refused', async () => {
  await expect(vendorAccessModule.vendorAccess('gemini')).rejects.toThrow('GEMINI_API_KEY');
});
