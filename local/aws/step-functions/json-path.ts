/** The JSONPath of the product's state machines: names, indexes and `[*]`. The parser rejects filters, slices and deep scans. */
import type { Json } from './definition.ts';
import { runtimeError, StateError } from './errors.ts';

/** The data that a path can read: `$` is the state's input, `$$` the context object. */
export type Data = { input: Json; context: Json };

const wildcard = Symbol('[*]');
type Segment = string | number | typeof wildcard;
export type Path = { root: keyof Data; segments: Segment[] };

const segmentPattern = /\.(?<name>[\p{L}\p{N}_-]+)|\[(?:'(?<single>[^']+)'|"(?<double>[^"]+)")\]|\[(?<index>\d+)\]|(?<all>\[\*\]|\.\*)/uy;

/** Parses the path that starts at `start` in a longer text, such as an argument of an intrinsic function. */
export function parsePathAt(text: string, start: number): { path: Path; end: number } {
  if (text[start] !== '$') throw new SyntaxError(`'${text}' is not a path`);
  const ofContext = text[start + 1] === '$';
  const segments: Segment[] = [];
  let end = start + (ofContext ? 2 : 1);
  for (;;) {
    segmentPattern.lastIndex = end;
    const match = segmentPattern.exec(text);
    if (!match) break;
    const { name, single, double, index, all } = match.groups!;
    segments.push(all ? wildcard : index === undefined ? (name ?? single ?? double)! : Number(index));
    end = segmentPattern.lastIndex;
  }
  return { path: { root: ofContext ? 'context' : 'input', segments }, end };
}

/** @throws SyntaxError for an unsupported path or part */
export function parsePath(text: string): Path {
  const { path, end } = parsePathAt(text, 0);
  if (end < text.length) throw new SyntaxError(`'${text.slice(end)}' in the path '${text}' is not supported`);
  return path;
}

/** @throws SyntaxError unless the path names exactly one place of the input, as ResultPath must */
export function parseReferencePath(text: string): Path {
  const path = parsePath(text);
  if (path.root === 'context' || !isDefinite(path)) throw new SyntaxError(`'${text}' does not name one place of the input`);
  return path;
}

const isDefinite = ({ segments }: Path): boolean => !segments.includes(wildcard);

const isContainer = (value: Json): value is Record<string | number, Json> => typeof value === 'object' && value !== null;

/**
 * Returns the value at a path, or undefined if it does not exist. A path with `[*]` always returns a list, also for one
 * value or none.
 */
export function findAt(path: Path, data: Data): Json | undefined {
  let found: Json[] = [data[path.root]];
  let listed = false;
  for (const segment of path.segments) {
    if (segment === wildcard) found = found.flatMap((value) => (isContainer(value) ? Object.values(value) : []));
    else found = found.flatMap((value) => (isContainer(value) && Object.hasOwn(value, segment) ? [value[segment]] : []));
    listed ||= segment === wildcard;
    if (found.length === 0 && !listed) return undefined;
  }
  return listed ? found : found[0];
}

export const findPath = (text: string, data: Data): Json | undefined => findAt(parsePath(text), data);

/** @throws StateError States.Runtime if no value exists */
export function readPath(text: string, data: Data): Json {
  const value = findPath(text, data);
  if (value === undefined) throw runtimeError(`The JSONPath '${text}' could not be found in the input '${JSON.stringify(data.input)}'`);
  return value;
}

/** Evaluates an InputPath or OutputPath. */
export const selectPath = (path: string | null | undefined, data: Data): Json => {
  if (path === null) return {};
  return path === undefined ? data.input : readPath(path, data);
};

/** Applies a ResultPath: returns a new value, the input with the result at that place. */
export function placeResult(resultPath: string | null | undefined, input: Json, result: Json): Json {
  if (resultPath === null) return input;
  return put(parseReferencePath(resultPath ?? '$').segments, input, result, () => {
    throw new StateError('States.ResultPathMatchFailure', `Unable to apply ReferencePath ${resultPath} to input ${JSON.stringify(input)}`);
  });
}

function put([segment, ...rest]: Segment[], target: Json, value: Json, mismatch: () => never): Json {
  if (segment === undefined) return value;
  if (typeof segment === 'number') {
    if (!Array.isArray(target) || segment >= target.length) return mismatch();
    return target.with(segment, put(rest, target[segment], value, mismatch));
  }
  if (!isContainer(target) || Array.isArray(target)) return mismatch();
  const key = String(segment);
  return { ...target, [key]: put(rest, Object.hasOwn(target, key) ? target[key] : {}, value, mismatch) };
}
