import type { ServerResponse } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends a body and always closes the body. `pipeline` alone does not close its source if the viewer disconnected before the call. */
export async function sendStream(body: Readable, response: ServerResponse, encoder?: Transform): Promise<void> {
  try {
    await (encoder ? pipeline(body, encoder, response) : pipeline(body, response));
  } finally {
    body.destroy();
  }
}
