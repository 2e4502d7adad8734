import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { stablePort } from './stable-port.ts';

describe('a port that is kept between starts', () => {
  const folder = temporaryFolder('kept-port');
  afterAll(() => folder.remove());
  const file = (name: string) => join(folder.path, name);

  test('is the same one again while it is free', async () => {
    const port = await stablePort(file('same'));
    expect(port).toBeGreaterThan(0);
    expect(await stablePort(file('same'))).toBe(port);
  });

  test('is another one where somebody else has taken it, and that one is kept from then on', async () => {
    const port = await stablePort(file('taken'));
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const next = await stablePort(file('taken'));
    expect(next).not.toBe(port);
    expect(await stablePort(file('taken'))).toBe(next);
    await new Promise((resolve) => other.close(resolve));
  });

  test.each(['', 'no number', '-1', '0'])('is a free one where its file says %j', async (text) => {
    writeFileSync(file('broken'), text);
    expect(await stablePort(file('broken'))).toBeGreaterThan(0);
  });
});
