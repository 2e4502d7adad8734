import type { Json, PayloadTemplate } from './definition.ts';
import { evaluateIntrinsic, parseIntrinsic } from './intrinsics.ts';
import { type Data, parsePath, readPath } from './json-path.ts';

const isPath = (expression: string): boolean => expression.startsWith('$');

/** Evaluates a path or an intrinsic function: the value of a field that ends in `.$`, or of a field such as CausePath. */
export const evaluateExpression = (expression: string, data: Data): Json =>
  isPath(expression) ? readPath(expression, data) : evaluateIntrinsic(expression, data);

/** @throws SyntaxError for an unsupported expression */
export const parseExpression = (expression: Json): unknown => {
  if (typeof expression !== 'string') throw new SyntaxError('a path or an intrinsic function must be a string');
  return isPath(expression) ? parsePath(expression) : parseIntrinsic(expression);
};

const computedKey = '.$';

/** Fills in Parameters, ItemSelector or ResultSelector. */
export function fillTemplate(template: PayloadTemplate, data: Data): Json {
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, data));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) =>
      key.endsWith(computedKey)
        ? [key.slice(0, -computedKey.length), evaluateExpression(value as string, data)]
        : [key, fillTemplate(value, data)],
    ),
  );
}

/** @throws SyntaxError that names the first unsupported expression of the template */
export function checkTemplate(template: PayloadTemplate): void {
  if (typeof template !== 'object' || template === null) return;
  for (const [key, value] of Object.entries(template)) {
    if (key.endsWith(computedKey)) parseExpression(value);
    else checkTemplate(value);
  }
}
