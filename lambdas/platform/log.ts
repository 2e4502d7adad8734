/** One JSON line an event, as CloudWatch and the local cloud read it. Never credentials, prompts or photos. */
export function log(level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown> = {}): void {
  const line = JSON.stringify({ level, message, ...fields }, (_, value) => (value instanceof Error ? plainError(value) : value));
  process.stdout.write(`${line}\n`);
}

const plainError = (error: Error): unknown => ({
  name: error.name,
  message: error.message,
  stack: error.stack,
  ...(error.cause !== undefined && { cause: error.cause }),
});
