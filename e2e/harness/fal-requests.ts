/** What the stand-in for fal keeps on disk, and reports that it would not send by itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSigningKeys } from '#infra/local/vendors/fal/signing-keys.ts';
import { patientFetch } from './insist.ts';

export type FalRequest = { id: string; state: string; webhookUrl?: string; input: { prompt: string }; number: number };

/** Every order that was taken, over all restarts, oldest first. */
export function falRequests(home: string): FalRequest[] {
  const directory = join(home, 'fal/requests');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as FalRequest)
    .sort((a, b) => a.number - b.number);
}

/** Reports an order as fal would, with a true signature. Answers the status. */
export async function reportFor(home: string, { id, webhookUrl }: FalRequest, report: object): Promise<number> {
  const body = JSON.stringify({ request_id: id, gateway_request_id: id, ...report });
  const headers = openSigningKeys(join(home, 'fal/signing-key.pem')).headersFor(id, body, new Date());
  const response = await patientFetch(String(webhookUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return response.status;
}
