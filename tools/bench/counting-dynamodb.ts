/** A DynamoDB emulator that counts the units that AWS would bill. A proxy in front of the emulator asks for the units of each request. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';
import { close, listen, loopback } from '#local/base/listen.ts';

export type TableUsage = { requests: number; readUnits: number; writeUnits: number };

type Capacity = { CapacityUnits?: number };

const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'];
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];

export async function startCountingDynamoDb() {
  const emulator = await startDynamoDb();
  const usage: TableUsage = { requests: 0, readUnits: 0, writeUnits: 0 };
  const server = createServer((request, response) => {
    void forward().catch((error: Error) => response.writeHead(502).end(error.message));
    async function forward(): Promise<void> {
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
      const isCounted = [...reads, ...writes].includes(operation);
      const body = await text(request);
      const counted = isCounted ? JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' }) : body;
      const result = await fetch(emulator.url, {
        method: request.method ?? 'POST',
        headers: headers as Record<string, string>,
        ...(counted && { body: counted }),
      });
      const resultText = await result.text();
      if (isCounted) count(operation, resultText);
      response.writeHead(result.status, { 'content-type': result.headers.get('content-type') ?? 'application/x-amz-json-1.0' });
      response.end(resultText);
    }
  });

  function count(operation: string, result: string): void {
    const { ConsumedCapacity: capacity = [] } = JSON.parse(result) as { ConsumedCapacity?: Capacity | Capacity[] };
    const units = [capacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    usage.requests += 1;
    usage[reads.includes(operation) ? 'readUnits' : 'writeUnits'] += units;
  }

  const port = await listen(server);
  return {
    url: `http://${loopback}:${port}`,
    /** Returns the usage since the start. */
    usage: (): TableUsage => ({ ...usage }),
    async stop() {
      await close(server);
      await emulator.stop();
    },
  };
}
