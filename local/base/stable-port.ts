import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort, isFree } from './free-port.ts';

/**
 * Returns the port that a service had at the last start, if it is still free. So URLs that were signed before a restart stay valid. A
 * vendor that uses such a URL can continue.
 */
export async function stablePort(file: string): Promise<number> {
  const previousPort = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = previousPort > 0 && (await isFree(previousPort)) ? previousPort : await freePort();
  writeFileSync(file, String(port));
  return port;
}
