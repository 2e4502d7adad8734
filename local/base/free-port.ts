import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * These ports are below the ports that the kernel uses for outgoing connections (32768 and higher). So no outgoing connection can take a
 * chosen port before the program listens on it.
 */
const ports = { from: 20_000, to: 32_000 };
const attemptsMax = 50;

/** Returns a port of this machine that is free now. Use this function for programs that cannot choose a free port themselves. */
export async function freePort(): Promise<number> {
  for (let count = 0; count < attemptsMax; count += 1) {
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
