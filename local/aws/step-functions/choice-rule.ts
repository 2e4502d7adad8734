import type { ChoiceRule, Json } from './definition.ts';
import { runtimeError } from './errors.ts';
import { type Data, findPath, parsePath, readPath } from './json-path.ts';

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
export const isTimestamp = (value: Json): value is string =>
  typeof value === 'string' && timestampPattern.test(value) && !Number.isNaN(Date.parse(value));

type Comparable = string | number | boolean;

const isOfKind: Record<string, (value: Json) => boolean> = {
  String: (value) => typeof value === 'string',
  Numeric: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  Timestamp: isTimestamp,
};

const holds: Record<string, (left: Comparable, right: Comparable) => boolean> = {
  Equals: (left, right) => left === right,
  LessThan: (left, right) => left < right,
  GreaterThan: (left, right) => left > right,
  LessThanEquals: (left, right) => left <= right,
  GreaterThanEquals: (left, right) => left >= right,
};

const typeTests: Record<string, (value: Json | undefined) => boolean> = {
  IsPresent: (value) => value !== undefined,
  IsNull: (value) => value === null,
  IsString: (value) => typeof value === 'string',
  IsNumeric: (value) => typeof value === 'number',
  IsBoolean: (value) => typeof value === 'boolean',
  IsTimestamp: isTimestamp,
};

const comparisonPattern =
  /^(?:(?<kind>String|Numeric|Timestamp)(?<relation>Equals|LessThan|GreaterThan|LessThanEquals|GreaterThanEquals)|(?<boolean>Boolean)Equals)(?<path>Path)?$/;

const fieldsBesideComparison = ['Variable', 'Next', 'Comment'];

/** Returns the only comparison of a rule that has a Variable. */
function comparisonOf(rule: ChoiceRule): { operator: string; operand: Json } {
  const [comparison, ...more] = Object.entries(rule).filter(([field]) => !fieldsBesideComparison.includes(field));
  if (!comparison || more.length > 0) throw new SyntaxError('a choice rule needs one comparison');
  return { operator: comparison[0], operand: comparison[1] };
}

export function isChosen(rule: ChoiceRule, data: Data): boolean {
  if (rule.And) return rule.And.every((inner) => isChosen(inner, data));
  if (rule.Or) return rule.Or.some((inner) => isChosen(inner, data));
  if (rule.Not) return !isChosen(rule.Not, data);
  const { operator, operand } = comparisonOf(rule);
  const value = findPath(rule.Variable!, data);
  if (value === undefined && operator !== 'IsPresent') {
    throw runtimeError(`Invalid path '${rule.Variable}': The choice state's condition path references an invalid value.`);
  }
  const typeTest = typeTests[operator];
  if (typeTest) return typeTest(value) === operand;
  if (operator === 'StringMatches') return typeof value === 'string' && wildcardPattern(operand as string).test(value);
  return compare(operator, value, operand, data);
}

/** As in AWS, values of another type than the comparison's never match. */
function compare(operator: string, value: Json, operand: Json, data: Data): boolean {
  const { kind = 'Boolean', relation = 'Equals', path } = comparisonPattern.exec(operator)!.groups!;
  const other = path ? readPath(operand as string, data) : operand;
  if (!isOfKind[kind]!(value) || !isOfKind[kind]!(other)) return false;
  const comparable = (side: Json) => (kind === 'Timestamp' ? Date.parse(side as string) : (side as Comparable));
  return holds[relation]!(comparable(value), comparable(other));
}

/** `*` matches any characters, `\*` matches a literal `*`. */
function wildcardPattern(text: string): RegExp {
  const source = text.replace(/\\([*\\])|\*|[.+?^${}()|[\]\\]/g, (match, escaped: string | undefined) => {
    if (escaped) return `\\${escaped}`;
    return match === '*' ? '.*' : `\\${match}`;
  });
  return new RegExp(`^${source}$`, 's');
}

/** @throws SyntaxError for an unsupported rule */
export function checkChoiceRule(rule: ChoiceRule, depth = 0): void {
  if (depth > 0 && rule.Next !== undefined) throw new SyntaxError('only an outermost choice rule may have a Next');
  const inner = rule.And ?? rule.Or ?? (rule.Not && [rule.Not]);
  if (inner) {
    const unknown = Object.keys(rule).find((field) => !['And', 'Or', 'Not', 'Next', 'Comment'].includes(field));
    if (unknown) throw new SyntaxError(`'${unknown}' is not supported beside And, Or or Not`);
    for (const each of inner) checkChoiceRule(each, depth + 1);
    return;
  }
  const { operator, operand } = comparisonOf(rule);
  if (!(operator in typeTests) && operator !== 'StringMatches' && !comparisonPattern.test(operator)) {
    throw new SyntaxError(`'${operator}' is not supported`);
  }
  if (typeof rule.Variable !== 'string') throw new SyntaxError('a choice rule needs a Variable');
  parsePath(rule.Variable);
  if (operator.endsWith('Path')) parsePath(operand as string);
}
