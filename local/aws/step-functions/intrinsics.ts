/** The intrinsic functions. They are parsed first, so that an unknown one is named at the start. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from './definition.ts';
import { StateError } from './errors.ts';
import { type Data, findAt, type Path, parsePathAt } from './json-path.ts';

type Expression = { call: string; arguments: Expression[] } | { path: Path; text: string } | { literal: Json };

/** As in AWS, a range of more elements fails. */
const rangeLengthMax = 1000;

const intrinsicFailure = (cause: string, options?: ErrorOptions) => new StateError('States.IntrinsicFailure', cause, options);

function expect<Value>(value: Json, what: string, accepts: (value: Json) => boolean): Value {
  if (!accepts(value)) throw intrinsicFailure(`Expected ${what}, not ${JSON.stringify(value)}`);
  return value as Value;
}
const list = (value: Json) => expect<Json[]>(value, 'an array', Array.isArray);
const integer = (value: Json) => expect<number>(value, 'an integer', Number.isInteger);
const positive = (value: Json) => expect<number>(value, 'a positive integer', (n) => Number.isInteger(n) && (n as number) > 0);
const text = (value: Json) => expect<string>(value, 'a string', (v) => typeof v === 'string');
const object = (value: Json) => expect<object>(value, 'an object', (v) => typeof v === 'object' && v !== null && !Array.isArray(v));

const functions: Record<string, (...args: Json[]) => Json> = {
  'States.Array': (...items) => items,
  'States.ArrayContains': (items, wanted) => list(items).some((item) => isDeepStrictEqual(item, wanted)),
  'States.ArrayGetItem': (items, index) => {
    if (integer(index) < 0 || integer(index) >= list(items).length) throw intrinsicFailure(`The array has no item ${index}`);
    return list(items)[integer(index)];
  },
  'States.ArrayLength': (items) => list(items).length,
  'States.ArrayPartition': (items, size) => {
    const length = Math.ceil(list(items).length / positive(size));
    return Array.from({ length }, (_, part) => list(items).slice(part * positive(size), (part + 1) * positive(size)));
  },
  'States.ArrayRange': (first, last, step) => {
    if (integer(step) === 0) throw intrinsicFailure('The step of a range must not be 0');
    const length = Math.max(0, Math.floor((integer(last) - integer(first)) / integer(step)) + 1);
    if (length > rangeLengthMax) throw intrinsicFailure(`A range has at most ${rangeLengthMax} elements`);
    return Array.from({ length }, (_, index) => integer(first) + index * integer(step));
  },
  'States.Format': (template, ...values) => format(text(template), values),
  'States.JsonMerge': (first, second, deep) => {
    if (deep !== false) throw intrinsicFailure('States.JsonMerge supports the shallow mode only: its third argument must be false');
    return { ...object(first), ...object(second) };
  },
  'States.JsonToString': (value) => JSON.stringify(value),
  'States.MathAdd': (first, second) => integer(first) + integer(second),
  'States.StringToJson': (json) => {
    try {
      return JSON.parse(text(json));
    } catch (cause) {
      throw intrinsicFailure(`Not JSON: ${json}`, { cause });
    }
  },
  'States.UUID': () => randomUUID(),
};

/** Replaces each `{}`; `\{` and `\}` are literal braces. */
function format(template: string, values: Json[]): string {
  const left = [...values];
  const filled = template.replace(/\\([{}])|\{\}/g, (match, escaped: string | undefined) => {
    if (escaped) return escaped;
    if (left.length === 0) throw intrinsicFailure(`States.Format has too few arguments for '${template}'`);
    const value = left.shift();
    if (typeof value === 'object' && value !== null)
      throw intrinsicFailure(`States.Format cannot print ${JSON.stringify(value)} for ${match}`);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
  if (left.length > 0) throw intrinsicFailure(`States.Format has too many arguments for '${template}'`);
  return filled;
}

/** @throws SyntaxError for an unknown function or a text that is not a call */
export function parseIntrinsic(source: string): Expression {
  const { expression, end } = parseExpression(source, 0);
  if (end < source.length || !('call' in expression)) throw new SyntaxError(`'${source}' is not a call of an intrinsic function`);
  return expression;
}

function parseExpression(source: string, start: number): { expression: Expression; end: number } {
  const call = matchAt(/(States\.\w+)\s*\(\s*/y, source, start);
  if (call) return parseCall(source, call[1]!, start + call[0].length);
  if (source[start] === '$') {
    const { path, end } = parsePathAt(source, start);
    return { expression: { path, text: source.slice(start, end) }, end };
  }
  const quoted = matchAt(/'((?:\\.|[^'\\])*)'/y, source, start);
  if (quoted) return { expression: { literal: quoted[1]!.replace(/\\(['\\])/g, '$1') }, end: start + quoted[0].length };
  const literal = matchAt(/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y, source, start);
  if (!literal) throw new SyntaxError(`cannot read '${source.slice(start)}' in '${source}'`);
  return { expression: { literal: JSON.parse(literal[0]) }, end: start + literal[0].length };
}

function parseCall(source: string, name: string, start: number): { expression: Expression; end: number } {
  if (!Object.hasOwn(functions, name)) throw new SyntaxError(`the intrinsic function ${name} is not supported`);
  const args: Expression[] = [];
  let end = start;
  while (source[end] !== ')') {
    const argument = parseExpression(source, end);
    args.push(argument.expression);
    const separator = matchAt(/\s*,\s*|\s*(?=\))/y, source, argument.end);
    if (!separator) throw new SyntaxError(`expected ',' or ')' at '${source.slice(argument.end)}' in '${source}'`);
    end = argument.end + separator[0].length;
  }
  return { expression: { call: name, arguments: args }, end: end + 1 };
}

function matchAt(pattern: RegExp, source: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(source);
}

export const evaluateIntrinsic = (source: string, data: Data): Json => evaluate(parseIntrinsic(source), data);

function evaluate(expression: Expression, data: Data): Json {
  if ('literal' in expression) return expression.literal;
  if ('call' in expression) return functions[expression.call]!(...expression.arguments.map((argument) => evaluate(argument, data)));
  const value = findAt(expression.path, data);
  if (value === undefined) throw intrinsicFailure(`The JSONPath '${expression.text}' could not be found`);
  return value;
}
