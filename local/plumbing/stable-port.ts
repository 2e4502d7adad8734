import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from './free-port.ts';

/**
 * The port that a service had at the last start, where it is still free: links that were handed out before a restart go on
 * working, and so does a vendor's work that began with one.
 */
export async function stablePort(file: string): Promise<number> {
  const before = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = before > 0 && (await isFree(before)) ? before : await freePort();
  writeFileSync(file, String(port));
  return port;
}
