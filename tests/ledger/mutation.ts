/**
 * A mutation removes one guard from a write before DynamoDB receives the write. A guard is a condition or a value that protects the ledger.
 */

/** The input of one write, as the SDK expects it. */
export type Write = {
  Item?: Record<string, unknown>;
  Key?: Record<string, unknown>;
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
  ReturnValuesOnConditionCheckFailure?: string;
};
type Action = Partial<Record<'Put' | 'Update' | 'ConditionCheck' | 'Delete', Write>>;

export type Mutation = {
  /** Describes the wrong behaviour that the mutation causes. */
  name: string;
  /** The number of times that the mutation was applied. Zero means that the mutation no longer matches the code. */
  appliedCount: number;
  /** The error message if DynamoDB rejects a changed write as invalid. In this case, the mutation does not match the code either. */
  rejection?: string;
  applyTo(input: object): object;
};

/**
 * @param name describes the wrong behaviour that the mutation causes
 * @param change returns the write without the guard. It returns undefined to remove the whole write from the transaction, and the same
 * object to change nothing. `writes` are all writes of the same transaction. `action` is `alone` if the write is not part of a transaction.
 */
export function createMutation(
  name: string,
  change: (write: Write, action: keyof Action | 'alone', writes: Write[]) => Write | undefined,
): Mutation {
  const mutation: Mutation = { name, appliedCount: 0, applyTo };
  return mutation;

  function applyTo(input: object): object {
    if (!('TransactItems' in input)) return isWrite(input) ? (changeWrite(input, 'alone', []) ?? input) : input;
    const all = (input.TransactItems as Action[]).map((action) => Object.entries(action)[0] as [keyof Action, Write]);
    const writes = all.map(([, write]) => write);
    const actions = all.flatMap(([kind, write]) => {
      const newWrite = changeWrite(write, kind, writes);
      return newWrite ? [{ [kind]: newWrite }] : [];
    });
    return actions.length > 0 ? { ...input, TransactItems: actions } : input;
  }

  function changeWrite(write: Write, kind: keyof Action | 'alone', writes: Write[]): Write | undefined {
    const newWrite = change(write, kind, writes);
    if (newWrite === write) return write;
    mutation.appliedCount += 1;
    return newWrite && removeUnusedNames(newWrite);
  }
}

const isWrite = (input: object): input is Write => 'ConditionExpression' in input || 'UpdateExpression' in input || 'Item' in input;

/** Removes or replaces a part of one expression of a write. If the expression does not contain this part, returns the same object. */
export function removePart(write: Write, expression: 'ConditionExpression' | 'UpdateExpression', part: string, replacement = ''): Write {
  const text = write[expression];
  if (!text?.includes(part)) return write;
  const removedText = replacement === '' ? [`${part} AND `, ` AND ${part}`, part].find((joined) => text.includes(joined)) : part;
  const newText = removeRedundantParentheses(text.replace(removedText ?? part, replacement));
  const { [expression]: _, ...otherFields } = write;
  return newText.trim() ? { ...otherFields, [expression]: newText } : otherFields;
}

/** Removes empty and redundant parentheses, because DynamoDB rejects them. */
const removeRedundantParentheses = (text: string): string =>
  text.replace(' AND ()', '').replace(/ AND \(\((?!.*\) (?:AND|OR) \()(.*)\)\)$/, ' AND ($1)');

/** Removes names and values that no expression uses, because DynamoDB rejects them. */
function removeUnusedNames(write: Write): Write {
  const text = `${write.ConditionExpression ?? ''} ${write.UpdateExpression ?? ''}`;
  const isUsed = (name: string) => new RegExp(`${name}\\b`).test(text);
  const keepUsed = <Value>(all: Record<string, Value> = {}) => Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(name)));
  const [names, values] = [keepUsed(write.ExpressionAttributeNames), keepUsed(write.ExpressionAttributeValues)];
  const { ExpressionAttributeNames: _, ExpressionAttributeValues: __, ReturnValuesOnConditionCheckFailure: returnValues, ...rest } = write;
  return {
    ...rest,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    ...(rest.ConditionExpression && returnValues && { ReturnValuesOnConditionCheckFailure: returnValues }),
  };
}
