/**
 * Reads JSONPath expressions that contain only names, because our state machines use only such expressions. All other parts, such as
 * indexes and wildcards, are rejected.
 */
import type { Json } from './definition.ts';
import { runtimeError, StateError } from './errors.ts';

/** The data that a path can read: `$` is the state's input, and `$$` is the context object. */
export type Data = { input: Json; context: Json };

type Path = { root: keyof Data; names: string[] };

/** @throws SyntaxError for an unsupported path or part */
export function parsePath(text: string): Path {
  const { root, names = '' } = /^(?<root>\$\$?)(?<names>(?:\.[\p{L}\p{N}_-]+)*)/u.exec(text)?.groups ?? {};
  if (!root) throw new SyntaxError(`'${text}' is not a path`);
  const unsupportedPart = text.slice(root.length + names.length);
  if (unsupportedPart) throw new SyntaxError(`'${unsupportedPart}' in the path '${text}' is not supported`);
  return { root: root === '$$' ? 'context' : 'input', names: names.split('.').slice(1) };
}

/** @throws SyntaxError if the path begins with `$$`, because a ResultPath must refer to the input and not to the context object */
export function parseReferencePath(text: string): Path {
  const path = parsePath(text);
  if (path.root === 'context') throw new SyntaxError(`'${text}' is not a path in the input`);
  return path;
}

const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path, or undefined if it does not exist. */
export function findPath(text: string, data: Data): Json | undefined {
  const { root, names } = parsePath(text);
  return names.reduce((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), data[root]);
}

/** @throws StateError States.Runtime if no value exists */
export function readPath(text: string, data: Data): Json {
  const value = findPath(text, data);
  if (value === undefined) throw runtimeError(`The JSONPath '${text}' could not be found in the input '${JSON.stringify(data.input)}'`);
  return value;
}

/** Applies a ResultPath: returns a copy of the input that contains the result at this path. */
export function placeResult(resultPath: string | null | undefined, input: Json, result: Json): Json {
  if (resultPath === null) return input;
  return setValue(parseReferencePath(resultPath ?? '$').names, input, result, () => {
    throw new StateError('States.ResultPathMatchFailure', `Unable to apply ReferencePath ${resultPath} to input ${JSON.stringify(input)}`);
  });
}

function setValue([name, ...remainingNames]: string[], target: Json, value: Json, mismatch: () => never): Json {
  if (name === undefined) return value;
  if (!isObject(target)) return mismatch();
  return { ...target, [name]: setValue(remainingNames, Object.hasOwn(target, name) ? target[name] : {}, value, mismatch) };
}
