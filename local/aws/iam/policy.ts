/**
 * Reads the policies of roles. The policies in our stacks contain only `Allow` statements. If a policy uses another IAM feature, the start
 * fails with an error that names this feature.
 */

export type Statement = { actions: string[]; resources: string[] };

const policyVersion = '2012-10-17';
const knownParts = ['Action', 'Effect', 'Resource', 'Sid'];

/** @throws Error for a document with an unknown part, or for a statement that does more than allow actions on resources */
export function readStatements(document: unknown): Statement[] {
  const { Statement: statements, Version: version, ...otherParts } = document as { Statement?: unknown; Version?: unknown };
  const [unknownPartOfDocument] = Object.keys(otherParts);
  if (unknownPartOfDocument || version !== policyVersion || !Array.isArray(statements))
    throw new Error(`The local cloud does not know a policy document's ${unknownPartOfDocument ?? `Version ${version} or its Statement`}`);
  return statements.map((statement: Record<string, unknown>) => {
    const unknownPart = Object.keys(statement).find((name) => !knownParts.includes(name));
    if (unknownPart || statement.Effect !== 'Allow')
      throw new Error(`The local cloud does not know a policy's ${unknownPart ?? statement.Effect}: ${JSON.stringify(statement)}`);
    return { actions: listOf(statement.Action), resources: listOf(statement.Resource) };
  });
}

/**
 * This value is used for a call that has no resource, for example a response to a task token. Such a call is allowed if its action is
 * allowed for at least one resource.
 */
export const anyResource = '*';

/** Returns whether one of the statements allows an action on a resource. */
export const allows = (statements: readonly Statement[], action: string, resource: string): boolean =>
  statements.some(
    ({ actions, resources }) =>
      // IAM ignores case in actions, but not in resources.
      actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      (resource === anyResource || resources.some((pattern) => matches(pattern, resource))),
  );

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String);

/** `*` matches any text, `?` matches one character. */
export function matches(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
