import type { ChoiceRule } from './definition.ts';
import { runtimeError } from './errors.ts';
import { type Data, findPath, parsePath } from './json-path.ts';

export function isChosen(rule: ChoiceRule, data: Data): boolean {
  if (rule.Or) return rule.Or.some((inner) => isChosen(inner, data));
  const value = findPath(rule.Variable!, data);
  if (value === undefined) {
    throw runtimeError(`Invalid path '${rule.Variable}': The choice state's condition path references an invalid value.`);
  }
  // As on AWS, a value never matches if its type differs from the type of the comparison.
  return value === (rule.StringEquals ?? rule.BooleanEquals);
}

const operandTypes: Record<string, string> = { StringEquals: 'string', BooleanEquals: 'boolean' };

/** @throws SyntaxError for an unsupported rule */
export function checkChoiceRule({ Next, ...rule }: ChoiceRule, depth = 0): void {
  if (depth > 0 && Next !== undefined) throw new SyntaxError('only an outermost choice rule may have a Next');
  const { Or, Variable, ...comparisons } = rule;
  const [[operator, operand] = ['', undefined], ...otherComparisons] = Object.entries(comparisons);
  const unknownField = Object.keys(comparisons).find((field) => !Object.hasOwn(operandTypes, field));
  if (unknownField) throw new SyntaxError(`'${unknownField}' is not supported`);
  if (Or) {
    if (Variable !== undefined || operator) throw new SyntaxError(`a choice rule has either Or or a comparison`);
    for (const inner of Or) checkChoiceRule(inner, depth + 1);
    return;
  }
  if (!operator || otherComparisons.length > 0) throw new SyntaxError('a choice rule needs one comparison');
  if (typeof operand !== operandTypes[operator]) throw new SyntaxError(`${operator} needs a ${operandTypes[operator]}`);
  if (typeof Variable !== 'string') throw new SyntaxError('a choice rule needs a Variable');
  parsePath(Variable);
}
