/** `text.format` of a response: a JSON schema, and OpenAI's rules for strict schemas. */
import type { Answer } from '../kit/http.ts';
import { openaiError } from './errors.ts';

export type Format = { name: string; schema: Record<string, unknown> };

/** Keywords that a strict schema may contain. */
const keywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'description',
  'title',
]);

const refused = (param: string, code: string | null, message: string): { refusal: Answer } => ({
  refusal: openaiError({ status: 400, message, param, code }),
});

/** Returns an undefined format if the answer is free text. */
export function formatIn(text: unknown): { format: Format | undefined } | { refusal: Answer } {
  if (text === undefined) return { format: undefined };
  const format = isRecord(text) ? text.format : undefined;
  if (!isRecord(format)) return refused('text.format', 'invalid_type', "Invalid type for 'text.format': expected an object.");
  if (format.type === 'text') return { format: undefined };
  if (format.type !== 'json_schema') return refused('text.format.type', 'invalid_value', `Invalid value: '${format.type}'.`);
  const { name, schema, strict } = format;
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    return refused('text.format.name', 'invalid_value', "Invalid 'text.format.name': string does not match pattern.");
  if (!isRecord(schema))
    return refused('text.format.schema', 'missing_required_parameter', "Missing required parameter: 'text.format.schema'.");
  const fault = strict === true ? faultIn(schema, []) : undefined;
  if (fault) return refused('text.format.schema', 'invalid_json_schema', `Invalid schema for response_format '${name}': ${fault}`);
  return { format: { name, schema } };
}

function faultIn(schema: unknown, path: string[]): string | undefined {
  const at = `In context=(${path.map((name) => `'${name}'`).join(', ')})`;
  if (!isRecord(schema)) return `${at}, a schema must be an object.`;
  const odd = Object.keys(schema).find((name) => !keywords.has(name));
  if (odd) return `${at}, '${odd}' is not permitted.`;
  if (schema.type === 'array') return faultIn(schema.items, [...path, 'items']);
  if (schema.type !== 'object') return undefined;
  if (schema.additionalProperties !== false) return `${at}, 'additionalProperties' is required to be supplied and to be false.`;
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const missing = Object.keys(properties).find((name) => !required.includes(name));
  if (missing)
    return `${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
  for (const [name, inner] of Object.entries(properties)) {
    const fault = faultIn(inner, [...path, 'properties', name]);
    if (fault) return fault;
  }
  return undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
