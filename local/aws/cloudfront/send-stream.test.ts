import { open } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { close, listen, loopback } from '../../base/listen.ts';
import { sendStream } from './send-stream.ts';

test.each([
  ['uncompressed', undefined],
  ['compressed', createGzip()],
])('sendStream closes the file (%s) if the viewer disconnected before the file was opened', async (_, encoder) => {
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer((_incoming, response) => {
    response.once('close', async () => {
      const body = (await open(import.meta.filename)).createReadStream();
      body.once('close', () => resolve());
      await sendStream(body, response, encoder).then(
        () => reject(new Error('The file was sent')),
        () => undefined,
      );
    });
    viewer.destroy();
  });
  const viewer = request({ host: loopback, port: await listen(server) });
  viewer.on('error', () => {});
  viewer.end();
  await expect(closed).resolves.toBeUndefined();
  await close(server);
});
