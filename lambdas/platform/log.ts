/** One JSON line per event, as CloudWatch and the local cloud read it. Never log credentials, prompts or photos. */
import { AppError } from '#shared/errors.ts';
import { withOriginalPositions } from './original-positions.ts';

export function log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ level, message, ...fields }, (_, value) => (value instanceof Error ? plainError(value) : value));
  process.stdout.write(`${line}\n`);
}

const plainError = (error: Error): unknown => ({
  name: error.name,
  message: error.message,
  ...(error instanceof AppError && { code: error.code, ...(error.details && { details: loggable(error.details) }) }),
  stack: error.stack && withOriginalPositions(error.stack),
  ...(error.cause !== undefined && { cause: error.cause }),
});

/** Names of details that would hold a credential, a seller's words or a picture. None does today: the log must not rely on that. */
const privateName = /authorization|base64|email|password|photo|prompt|secret|signature|token|url/i;
/** Longer than our own reasons and than any vendor's error code; a text from outside, such as a field's name, is cut here. */
const charactersMax = 200;
const entriesMax = 20;
const depthMax = 3;

/** An error's details as the log may show them: short, shallow, and without private fields. */
function loggable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > charactersMax ? `${value.slice(0, charactersMax)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value) || depth === depthMax) return '[left out]';
  if (Array.isArray(value)) return value.slice(0, entriesMax).map((entry) => loggable(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, entriesMax)
      .map(([name, field]) => [loggable(name), privateName.test(name) ? '[hidden]' : loggable(field, depth + 1)]),
  );
}
