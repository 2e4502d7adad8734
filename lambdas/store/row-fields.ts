/** Maps the fields of an object to the attributes of its row, and builds conditional updates of fields. */
import type { RowUpdate } from './dynamo.ts';

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const toRow = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [toSnakeCase(name), value]));
export const fromRow = <Fields>(row: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamelCase(name), value])) as Fields;

/** A change of fields, with the conditions of the change. */
export type FieldChanges<Fields extends object, Counter extends string> = {
  set?: Fields;
  /** Fields that are set only if they are absent. */
  once?: Fields;
  /** Counters that are increased by one. */
  increment?: Counter[];
  /** Counters that are increased by an amount. */
  add?: Partial<Record<Counter, number>>;
  remove?: (keyof Fields & string)[];
  /** Condition: none of these fields exists. */
  ifAbsent?: (keyof Fields & string)[];
  /** Condition: all of these fields exist. */
  ifPresent?: (keyof Fields & string)[];
  /** Condition: all of these fields have these values. */
  ifEquals?: Fields;
  /** Condition: each counter is below its value. A missing counter counts as 0. */
  ifLessThan?: Partial<Record<Counter, number>>;
};

type RowKey = Pick<RowUpdate, 'TableName' | 'Key'>;
/** A condition that every change of the row must meet. */
type Guard = { condition: string; names?: Record<string, string>; values?: Record<string, unknown> };

export function updateOfFields<Fields extends object, Counter extends string>(
  key: RowKey,
  guard: Guard,
  {
    set,
    once: setOnce,
    increment = [],
    add = {},
    remove = [],
    ifAbsent = [],
    ifPresent = [],
    ifEquals,
    ifLessThan = {},
  }: FieldChanges<Fields, Counter>,
): RowUpdate {
  const names: Record<string, string> = { ...guard.names };
  const values: Record<string, unknown> = { ...guard.values };
  const name = (field: string) => {
    names[`#${field}`] = toSnakeCase(field);
    return `#${field}`;
  };
  const value = (label: string, content: unknown) => {
    values[`:${label}`] = content;
    return `:${label}`;
  };
  const clauses = {
    SET: [
      ...Object.entries(set ?? {}).map(([field, content]) => `${name(field)} = ${value(field, content)}`),
      ...Object.entries(setOnce ?? {}).map(
        ([field, content]) => `${name(field)} = if_not_exists(${name(field)}, ${value(field, content)})`,
      ),
    ],
    ADD: [
      ...increment.map((field) => `${name(field)} ${value('one', 1)}`),
      ...Object.entries(add).map(([field, amount]) => `${name(field)} ${value(`add_${field}`, amount)}`),
    ],
    REMOVE: remove.map(name),
  };
  const conditions = [
    guard.condition,
    ...ifAbsent.map((field) => `attribute_not_exists(${name(field)})`),
    ...ifPresent.map((field) => `attribute_exists(${name(field)})`),
    ...Object.entries(ifEquals ?? {}).map(([field, content]) => `${name(field)} = ${value(`is_${field}`, content)}`),
    ...Object.entries(ifLessThan).map(
      ([field, limit]) => `(attribute_not_exists(${name(field)}) OR ${name(field)} < ${value(`below_${field}`, limit)})`,
    ),
  ];
  return {
    ...key,
    UpdateExpression: Object.entries(clauses)
      .filter(([, parts]) => parts.length > 0)
      .map(([verb, parts]) => `${verb} ${parts.join(', ')}`)
      .join(' '),
    ConditionExpression: conditions.join(' AND '),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}
