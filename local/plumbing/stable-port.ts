import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from './free-port.ts';

/**
 * Returns the port that a service had at the last start, if it is still free. Links from before a restart then stay
 * valid, and so does vendor work that started with such a link.
 */
export async function stablePort(file: string): Promise<number> {
  const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = before > 0 && (await isFree(before)) ? before : await freePort();
  writeFileSync(file, String(port));
  return port;
}
