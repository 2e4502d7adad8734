/** The tables and items that a DynamoDB request changes. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Body = Record<string, unknown>;
export type Attributes = Record<string, AttributeValue>;
/** `attributes` is either the key or the whole item, which includes the key. */
export type Write = { table: string; attributes: Attributes };

type Part = { TableName?: string; Key?: Attributes; Item?: Attributes };

const singleWrites = ['PutItem', 'UpdateItem', 'DeleteItem'];

const writeOf = ({ TableName, Key, Item }: Part): Write => ({ table: String(TableName), attributes: Key ?? Item ?? {} });

/** Returns the writes of a request. The list is empty if the request is a read. */
export function writesOf(operation: string, body: Body): Write[] {
  if (singleWrites.includes(operation)) return [writeOf(body)];
  if (operation !== 'TransactWriteItems') return [];
  return (body.TransactItems as Record<string, Part>[]).flatMap((item) =>
    Object.entries(item)
      .filter(([kind]) => kind !== 'ConditionCheck')
      .map(([, part]) => writeOf(part)),
  );
}
