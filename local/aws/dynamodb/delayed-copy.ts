/**
 * A copy of every table. The copy gets each change after a delay. Reads with eventual consistency use the copy: every read of a global
 * secondary index, and every other read without `ConsistentRead`.
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html)
 */
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import type { Chance } from '../../chance.ts';
import type { Attributes, Body, Write } from './writes.ts';

/** Maximum delay of the copy. AWS documents no upper limit. It says only "within a fraction of a second" under normal conditions. */
const delayMsMax = 2_000;
const copySuffix = '.lagging';
const readOperations = ['GetItem', 'Query', 'Scan'];

export type DelayedCopy = {
  /** Creates the copy of a table with its current content. */
  addTable(definition: CreateTableCommandInput): Promise<void>;
  /** Repeats a write on the copy after a random delay. */
  recordWrite(write: Write): void;
  /** Returns the request for the copy. Returns undefined if the request needs the table itself. */
  redirectToCopy(operation: string, body: Body): Body | undefined;
  stop(): Promise<void>;
};

type Options = { url: string; region: string; chance: Chance };

export function createDelayedCopy({ url, region, chance }: Options): DelayedCopy {
  const client = new DynamoDBClient({ endpoint: url, region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
  const keyNames = new Map<string, string[]>();
  const timers = new Set<NodeJS.Timeout>();
  /**
   * For each item, the latest copy operation that is not finished. The next operation waits for this one, so old content never replaces new
   * content.
   */
  const pendingCopies = new Map<string, Promise<void>>();

  async function copyEverything(table: string): Promise<void> {
    let start: Attributes | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true, ExclusiveStartKey: start }));
      for (const Item of page.Items ?? []) await client.send(new PutItemCommand({ TableName: table + copySuffix, Item }));
      start = page.LastEvaluatedKey;
    } while (start);
  }

  /** Copies the current state of the item. Some earlier states are never copied, as in an index on AWS. */
  async function copyItem(table: string, Key: Attributes): Promise<void> {
    const { Item } = await client.send(new GetItemCommand({ TableName: table, Key, ConsistentRead: true }));
    const TableName = table + copySuffix;
    await (Item ? client.send(new PutItemCommand({ TableName, Item })) : client.send(new DeleteItemCommand({ TableName, Key })));
  }

  function queueCopy(table: string, key: Attributes): void {
    const name = `${table} ${JSON.stringify(key)}`;
    const queuedCopy = (pendingCopies.get(name) ?? Promise.resolve())
      .then(() => copyItem(table, key))
      // The emulator has stopped. The next start copies all items.
      .catch(() => undefined)
      .finally(() => {
        if (pendingCopies.get(name) === queuedCopy) pendingCopies.delete(name);
      });
    pendingCopies.set(name, queuedCopy);
  }

  return {
    async addTable(definition) {
      const table = String(definition.TableName);
      await client.send(new DeleteTableCommand({ TableName: table + copySuffix })).catch((error: Error) => {
        if (error.name !== 'ResourceNotFoundException') throw error;
      });
      await client.send(new CreateTableCommand({ ...definition, TableName: table + copySuffix }));
      await copyEverything(table);
      keyNames.set(
        table,
        (definition.KeySchema ?? []).map(({ AttributeName }) => String(AttributeName)),
      );
    },
    recordWrite({ table, attributes }) {
      const names = keyNames.get(table);
      if (!names) return;
      const key = Object.fromEntries(names.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])));
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          queueCopy(table, key);
        },
        chance(`lag of ${table}`) * delayMsMax,
      );
      timers.add(timer);
    },
    redirectToCopy(operation, body) {
      const table = String(body.TableName);
      if (!readOperations.includes(operation) || body.ConsistentRead === true || !keyNames.has(table)) return undefined;
      return { ...body, TableName: table + copySuffix };
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(pendingCopies.values());
      client.destroy();
    },
  };
}
