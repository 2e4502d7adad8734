/** Tests which URLs belong to the configured account, and how responses of the host are handled. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchHosted, imageHost, isHosted } from '#lambdas/vendors/cloudinary.ts';
import { startCloudinaryStandIn } from '#local/vendors/cloudinary/cloudinary-stand-in.ts';
import { createPhoto } from '../../fixtures/seller.ts';

beforeEach(() => {
  vi.stubEnv('CLOUDINARY_CLOUD_NAME', 'shop');
  vi.stubEnv('CLOUDINARY_UPLOAD_PRESET', 'unsigned');
});
afterEach(() => vi.unstubAllEnvs());

test('uploads go to the configured account', () => {
  expect(imageHost()).toEqual({
    cloudName: 'shop',
    uploadPreset: 'unsigned',
    uploadUrl: 'https://api.cloudinary.com/v1_1/shop/image/upload',
  });
});

test.each(['CLOUDINARY_CLOUD_NAME', 'CLOUDINARY_UPLOAD_PRESET'])('no host is used without %s', (name) => {
  vi.stubEnv(name, '');
  expect(imageHost()).toBeUndefined();
});

const root = 'https://res.cloudinary.com/shop/image/upload';
test.each<[boolean, string, string]>([
  [true, 'temp-images', `${root}/v1760000000/temp-images/a1b2.jpg`],
  [true, 'temp-images', `${root}/v1/temp-images/A_b-2.avif`],
  [true, 'pipeline/input', `${root}/v1/pipeline/input/a.png`],
  [false, 'temp-images', `${root}/v1/pipeline/input/a.png`],
  [false, 'pipeline/input', `${root}/v1/pipeline/references/a.png`],
  [false, 'temp-images', `${root}/v1/temp-images/deeper/a.png`],
  [false, 'temp-images', `${root}/v1/a.png`],
  [false, 'temp-images', `${root}/temp-images/a.png`],
  [false, 'temp-images', `${root}/e_upscale/v1/temp-images/a.png`],
  [false, 'temp-images', `${root}/v1/temp-images/../../../other/image/upload/v1/temp-images/a.png`],
  [false, 'temp-images', `${root}/v1/temp-images/%2e%2e/a.png`],
  [false, 'temp-images', `${root}/v1/temp-images/a.png?x=1`],
  [false, 'temp-images', `${root}/v1/temp-images/a.png#x`],
  [false, 'temp-images', 'https://res.cloudinary.com/other/image/upload/v1/temp-images/a.png'],
  [false, 'temp-images', 'https://res.cloudinary.com/shop/raw/upload/v1/temp-images/a.png'],
  [false, 'temp-images', 'https://res.cloudinary.com/shop/image/fetch/v1/temp-images/a.png'],
  [false, 'temp-images', 'http://res.cloudinary.com/shop/image/upload/v1/temp-images/a.png'],
  [false, 'temp-images', 'https://res.cloudinary.com.example.com/shop/image/upload/v1/temp-images/a.png'],
  [false, 'temp-images', 'https://x@res.cloudinary.com/shop/image/upload/v1/temp-images/a.png'],
  [false, 'temp-images', 'HTTPS://RES.CLOUDINARY.COM/shop/image/upload/v1/temp-images/a.png'],
  [false, 'temp-images', 'http://169.254.169.254/latest/meta-data/'],
  [false, 'temp-images', 'file:///etc/passwd'],
  [false, 'temp-images', ''],
])('isHosted returns %s for the folder %s and the URL %s', (expected, folder, address) => {
  expect(isHosted(address, { cloudName: 'shop' }, folder)).toBe(expected);
});

describe('a file at the host', () => {
  async function uploadToStandIn() {
    const standIn = await startCloudinaryStandIn({ uploadPreset: 'unsigned' });
    const file = await createPhoto();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(file)]), 'shoe.jpg');
    form.append('upload_preset', 'unsigned');
    form.append('folder', 'temp-images');
    const response = await fetch(`${standIn.url}/v1_1/stand-in/image/upload`, { method: 'POST', body: form });
    const { secure_url: address } = (await response.json()) as { secure_url: string };
    const script = (fault: object) =>
      fetch(`${standIn.url}/_script`, { method: 'POST', body: JSON.stringify({ match: 'temp-images', fault }) });
    return { standIn, file, address, script };
  }

  test('a file at the host is fetched completely if it is within the limit', async () => {
    const { standIn, file, address } = await uploadToStandIn();
    expect(await fetchHosted(address, file.length)).toEqual(file);
    expect(await fetchHosted(address, file.length - 1)).toBeUndefined();
    await expect(fetchHosted(`${address}x`, 100)).rejects.toMatchObject({ code: 'UploadNotFound' });
    await standIn.stop();
    await expect(fetchHosted(address, file.length)).rejects.toMatchObject({ code: 'UploadHostFailed' });
  });

  test.each<[string, object]>([
    ['redirects to another host', { kind: 'redirect' }],
    ['closes the connection', { kind: 'cut', at: 'within' }],
  ])('a file at the host is rejected if the host %s', async (_, fault) => {
    const { standIn, address, script } = await uploadToStandIn();
    await script(fault);
    await expect(fetchHosted(address, 1_000_000)).rejects.toMatchObject({ code: 'UploadHostFailed' });
    await standIn.stop();
  });

  test('a file at the host is read only up to the limit, even if it is much larger', async () => {
    const { standIn, address, script } = await uploadToStandIn();
    await script({ kind: 'oversized', bytes: 100_000_000 });
    expect(await fetchHosted(address, 1_000_000)).toBeUndefined();
    await standIn.stop();
  });
});
