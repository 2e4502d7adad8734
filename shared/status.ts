/** The notice about an outage. An operator writes the notice to /status.json (docs/runbook.md), and every page shows it. */

export const statusPath = '/status.json';
/** CloudFront and browsers cache the file for this time. */
export const statusSecondsMax = 30;
export const statusLengthMax = 500;

/** Returns the content of the file. */
export const statusJson = (message: string): string => JSON.stringify({ message });

/** Returns the message of the file if it is valid, otherwise undefined. The page shows the message as plain text. */
export function statusMessage(content: unknown): string | undefined {
  const message = typeof content === 'object' && content !== null && 'message' in content ? content.message : undefined;
  const text = typeof message === 'string' ? message.trim() : '';
  return text !== '' && text.length <= statusLengthMax ? text : undefined;
}
