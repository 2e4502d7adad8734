import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below those that the kernel uses for outgoing connections (from 32768 on). A chosen port stays free until its
 * program listens on it, even if many connections are opened meanwhile.
 */
const ports = { from: 20_000, to: 32_000 };
const tries = 50;

/** Returns a port of this machine that is free now. Some programs cannot choose one themselves. */
export async function freePort(): Promise<number> {
  for (let count = 0; count < tries; count += 1) {
    const port = randomInt(ports.from, ports.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`Found no free port between ${ports.from} and ${ports.to}`);
}

/** Returns whether the port is free on this machine now. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
