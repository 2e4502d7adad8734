import { createServer } from 'node:http';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { close, listen, loopback } from '../../base/listen.ts';
import { dataUrl } from './photo.test-support.ts';
import { fetchPhoto } from './photo.ts';

// In the stand-in, this code runs in a separate process. In the tests, lambdas/platform/picture.ts may have blocked loaders in this process.
beforeAll(() => {
  sharp.unblock({ operation: ['VipsForeignLoad'] });
});

const plainImage = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c82828' } });

async function servePhoto(status: number, body: Buffer): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  onTestFinished(() => close(server));
  return `http://${loopback}:${await listen(server)}/photo`;
}

test('fetchPhoto returns a photo, and cover() scales the photo to exactly the requested size', async () => {
  const photo = await fetchPhoto(await servePhoto(200, await plainImage(300, 200).png().toBuffer()));
  expect([photo.width, photo.height]).toEqual([300, 200]);
  const rgb = await photo.cover(160, 90);
  expect(rgb).toHaveLength(160 * 90 * 3);
  expect([...rgb.subarray(0, 3)]).toEqual([0xc8, 0x28, 0x28]);
});

test('a grey photo gets three channels, and transparent parts become white', async () => {
  const grey = await plainImage(64, 64).greyscale().toColourspace('b-w').png().toBuffer();
  const transparent = await sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
  expect(await (await fetchPhoto(dataUrl('image/png', grey))).cover(32, 18)).toHaveLength(32 * 18 * 3);
  expect([...(await (await fetchPhoto(dataUrl('image/png', transparent))).cover(32, 18)).subarray(0, 3)]).toEqual([255, 255, 255]);
});

const createTruncatedJpeg = async () => {
  const jpeg = await plainImage(600, 400).jpeg().toBuffer();
  return dataUrl('image/jpeg', jpeg.subarray(0, jpeg.length / 2));
};
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><rect width="90" height="90"/></svg>';

test.each<[string, () => Promise<string>, string]>([
  ['a response with 404', () => servePhoto(404, Buffer.from('no')), 'file_download_error'],
  ['a closed port', async () => 'http://127.0.0.1:1/photo', 'file_download_error'],
  ['a file of more than 20 MB', () => servePhoto(200, Buffer.alloc(20 * 1024 * 1024 + 1)), 'file_too_large'],
  ['an SVG', async () => dataUrl('image/svg+xml', Buffer.from(svg)), 'unsupported_image_format'],
  ['a TIFF', async () => dataUrl('image/tiff', await plainImage(9, 9).tiff().toBuffer()), 'unsupported_image_format'],
  ['a text', () => servePhoto(200, Buffer.from('hello')), 'image_load_error'],
  ['an incomplete JPEG', createTruncatedJpeg, 'image_load_error'],
  [
    'a photo of more than 8192 × 8192 pixels',
    async () => dataUrl('image/png', await plainImage(8193, 8192).png().toBuffer()),
    'image_load_error',
  ],
])('fetchPhoto rejects %s', async (_name, getUrl, type) => {
  const url = await getUrl();
  const pendingPhoto = fetchPhoto(url).then((photo) => photo.cover(32, 18));
  await expect(pendingPhoto).rejects.toMatchObject({ name: 'RenderError', failure: { reason: type } });
});
