/** `States.Format`, the only intrinsic function of the product's state machines. */
import type { Json } from './definition.ts';
import { StateError } from './errors.ts';
import { type Data, findPath, parsePath } from './json-path.ts';

type Format = { template: string; paths: string[] };

const intrinsicFailure = (cause: string) => new StateError('States.IntrinsicFailure', cause);

/** @throws SyntaxError for another function, or for arguments other than a text and a path for each `{}` in the text */
export function parseIntrinsic(source: string): Format {
  const [, name, args = ''] = /^(States\.\w+)\((.*)\)$/.exec(source) ?? [];
  if (!name) throw new SyntaxError(`'${source}' is not a call of an intrinsic function`);
  if (name !== 'States.Format') throw new SyntaxError(`the intrinsic function ${name} is not supported`);
  const [, template, list = ''] = /^\s*'([^'\\]*)'\s*(?:,(.*))?$/.exec(args) ?? [];
  if (template === undefined) throw new SyntaxError(`${source} must start with a text in quotes without escapes`);
  const paths = list === '' ? [] : list.split(',').map((path) => path.trim());
  for (const path of paths) parsePath(path);
  if (template.split('{}').length - 1 !== paths.length) throw new SyntaxError(`${source} needs a path for each {}`);
  return { template, paths };
}

export function evaluateIntrinsic(source: string, data: Data): Json {
  const { template, paths } = parseIntrinsic(source);
  const values = paths.map((path) => {
    const value = findPath(path, data);
    if (value === undefined) throw intrinsicFailure(`The JSONPath '${path}' could not be found`);
    if (typeof value === 'object' && value !== null) throw intrinsicFailure(`States.Format cannot print ${JSON.stringify(value)}`);
    return String(value);
  });
  return template.replaceAll('{}', () => values.shift()!);
}
