/** Starts and stops an HTTP server on the loopback address. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const loopback = '127.0.0.1';

/**
 * @param port 0 selects a free port.
 * @returns the port.
 * @throws Error with the code EADDRINUSE if another program uses the port.
 */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, loopback);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes the server and all its connections, and waits until they have ended. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
