/**
 * Evaluates the policy of a resource (here, a bucket). Such a policy allows some services to access the resource, and denies requests that
 * match a condition.
 */
import { listOf, matches } from './policy.ts';

type Condition = { operator: string; key: string; values: string[] };

export type ResourceStatement = {
  effect: 'Allow' | 'Deny';
  /** Names of services, or `*` for every caller. */
  principals: string[];
  actions: string[];
  resources: string[];
  conditions: Condition[];
};

export type ResourceRequest = {
  /** The name of a service, or the ARN of a role. */
  principal: string;
  action: string;
  resource: string;
  /** Values of condition keys, in lower case. */
  context: Record<string, string>;
};

const knownParts = ['Action', 'Condition', 'Effect', 'Principal', 'Resource', 'Sid'];

const operators: Record<string, (value: string, expected: string) => boolean> = {
  ArnLike: (value, expected) => matches(expected, value),
  Bool: (value, expected) => value === expected,
  NumericLessThan: (value, expected) => Number(value) < Number(expected),
  StringEquals: (value, expected) => value === expected,
};

/** @throws Error that names the unsupported part of a statement */
export function readResourceStatements(document: unknown): ResourceStatement[] {
  const { Statement: statements = [] } = document as { Statement?: Record<string, unknown>[] };
  return statements.map((statement) => {
    const { Effect, Principal, Action, Resource, Condition = {} } = statement;
    const unknownPart = Object.keys(statement).find((name) => !knownParts.includes(name));
    if (unknownPart || (Effect !== 'Allow' && Effect !== 'Deny'))
      throw new Error(`The local cloud does not know ${unknownPart ?? Effect} of a resource policy: ${JSON.stringify(statement)}`);
    return {
      effect: Effect,
      principals: principalsOf(Principal),
      actions: listOf(Action),
      resources: listOf(Resource),
      conditions: Object.entries(Condition as Record<string, Record<string, unknown>>).flatMap(([operator, keys]) => {
        if (!Object.hasOwn(operators, operator)) throw new Error(`The local cloud does not know the condition operator ${operator}`);
        return Object.entries(keys).map(([key, values]) => ({ operator, key: key.toLowerCase(), values: listOf(values) }));
      }),
    };
  });
}

function principalsOf(principal: unknown): string[] {
  if (principal === '*') return ['*'];
  const { AWS, Service, ...otherPrincipals } = principal as Record<string, unknown>;
  if (Object.keys(otherPrincipals).length > 0 || (AWS !== undefined && AWS !== '*'))
    throw new Error(`The local cloud does not know the principal ${JSON.stringify(principal)} of a resource policy`);
  return [...(AWS ? ['*'] : []), ...(Service ? listOf(Service) : [])];
}

/** Deny has priority over Allow. Returns undefined if no statement applies. */
export function verdictOf(statements: readonly ResourceStatement[], request: ResourceRequest): 'Allow' | 'Deny' | undefined {
  const effects = statements.filter((statement) => applies(statement, request)).map(({ effect }) => effect);
  return effects.includes('Deny') ? 'Deny' : effects[0];
}

const applies = (statement: ResourceStatement, { principal, action, resource, context }: ResourceRequest): boolean =>
  statement.principals.some((name) => name === '*' || name === principal) &&
  statement.actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
  statement.resources.some((pattern) => matches(pattern, resource)) &&
  statement.conditions.every(({ operator, key, values }) => {
    const value = context[key];
    return value !== undefined && values.some((expected) => operators[operator]?.(value, expected));
  });
