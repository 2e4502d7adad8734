import type { Json, PayloadTemplate } from './definition.ts';
import { evaluateIntrinsic, parseIntrinsic } from './intrinsics.ts';
import { type Data, parsePath, readPath } from './json-path.ts';

const isPath = (expression: string): boolean => expression.startsWith('$');

/** Evaluates the value of a field whose name ends in `.$`. The value is a path or an intrinsic function. */
const evaluate = (expression: string, data: Data): Json =>
  isPath(expression) ? readPath(expression, data) : evaluateIntrinsic(expression, data);

function checkExpression(expression: Json): void {
  if (typeof expression !== 'string') throw new SyntaxError('a path or an intrinsic function must be a string');
  if (isPath(expression)) parsePath(expression);
  else parseIntrinsic(expression);
}

const computedKey = '.$';

/** Returns the template (Parameters or ItemSelector) with its computed values. */
export function fillTemplate(template: PayloadTemplate, data: Data): Json {
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, data));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) =>
      key.endsWith(computedKey) ? [key.slice(0, -computedKey.length), evaluate(value as string, data)] : [key, fillTemplate(value, data)],
    ),
  );
}

/** @throws SyntaxError that names the first unsupported expression of the template */
export function checkTemplate(template: PayloadTemplate): void {
  if (typeof template !== 'object' || template === null) return;
  for (const [key, value] of Object.entries(template)) {
    if (key.endsWith(computedKey)) checkExpression(value);
    else checkTemplate(value);
  }
}
