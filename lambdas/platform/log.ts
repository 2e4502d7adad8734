/** Writes one JSON line per event, for CloudWatch and the local cloud. Never log credentials, prompts or photos. */
import { AppError } from '#shared/errors.ts';
import { withOriginalPositions } from './original-positions.ts';

export function log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ level, message, ...fields }, (_, value) => (value instanceof Error ? plainError(value) : value));
  process.stdout.write(`${line}\n`);
}

const plainError = (error: Error): unknown => ({
  name: error.name,
  message: error.message,
  ...(error instanceof AppError && { code: error.code, ...(error.details && { details: toLoggable(error.details) }) }),
  stack: error.stack && withOriginalPositions(error.stack),
  ...(error.cause !== undefined && { cause: error.cause }),
});

/**
 * Names of details that may contain a credential, a text of the seller or a picture. No error has such a detail today, but a later change
 * could add one.
 */
const privateName = /authorization|base64|email|password|photo|prompt|secret|signature|token|url/i;
/** Our own reasons and the error codes of vendors are shorter than this limit. Longer external text, such as a field name, is shortened. */
const charactersMax = 200;
const entriesMax = 20;
const depthMax = 3;

/** Prepares an error's details for the log: shortens them, limits their depth and hides private fields. */
function toLoggable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > charactersMax ? `${value.slice(0, charactersMax)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value) || depth === depthMax) return '[left out]';
  if (Array.isArray(value)) return value.slice(0, entriesMax).map((entry) => toLoggable(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, entriesMax)
      .map(([name, field]) => [toLoggable(name), privateName.test(name) ? '[hidden]' : toLoggable(field, depth + 1)]),
  );
}
