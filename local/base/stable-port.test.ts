import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { stablePort } from './stable-port.ts';

describe('stablePort()', () => {
  const folder = temporaryFolder('stable-port');
  afterAll(() => folder.remove());
  const file = (name: string) => join(folder.path, name);

  test('stablePort returns the same port again if it is free', async () => {
    const port = await stablePort(file('same'));
    expect(port).toBeGreaterThan(0);
    expect(await stablePort(file('same'))).toBe(port);
  });

  test('if the stored port is in use, stablePort returns a new port, and the next call returns the new port again', async () => {
    const port = await stablePort(file('taken'));
    const otherServer = createServer();
    await new Promise<void>((resolve) => otherServer.listen(port, '127.0.0.1', resolve));
    const newPort = await stablePort(file('taken'));
    expect(newPort).not.toBe(port);
    expect(await stablePort(file('taken'))).toBe(newPort);
    await new Promise((resolve) => otherServer.close(resolve));
  });

  test.each(['', 'no number', '-1', '0'])('stablePort returns a free port if its file contains %j', async (text) => {
    writeFileSync(file('invalid'), text);
    expect(await stablePort(file('invalid'))).toBeGreaterThan(0);
  });
});
