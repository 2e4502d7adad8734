/** Photoroom's errors. Its two APIs use different forms. */
import type { Answer } from '../kit/http.ts';

const outOfCredits = 'API credits exhausted. Visit https://app.photoroom.com/api-dashboard to purchase more API credits';
const usualMessages: Record<number, string> = {
  400: 'The request is not valid.',
  402: outOfCredits,
  403: 'Invalid or missing API key',
  429: 'Rate limit exceeded, please slow down',
};
const unexpected = 'An unexpected error occurred. Please try again later or contact support.';

export const editError = (status: number, message = usualMessages[status] ?? unexpected): Answer => ({
  status,
  json: { error: status === 402 ? { detail: message } : { message } },
});

export const segmentError = (status: number, type: string, detail = usualMessages[status] ?? unexpected): Answer => ({
  status,
  json: { detail, status_code: status, type },
});
