/** Errors in the form of Google's APIs: `{ error: { code, message, status, details? } }`. */
import type { Answer } from '../kit/http.ts';
import type { Refusals } from '../kit/router.ts';

const statuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;
export type GoogleStatus = keyof typeof statuses;

export const googleStatuses = Object.keys(statuses) as [GoogleStatus, ...GoogleStatus[]];

export const googleError = (status: GoogleStatus, message: string, details?: object[]): Answer => ({
  status: statuses[status],
  json: { error: { code: statuses[status], message, status, ...(details && { details }) } },
});

/** One entry of an error's `details`. */
export const detail = (type: 'ErrorInfo' | 'RetryInfo' | 'BadRequest', fields: object): object => ({
  '@type': `type.googleapis.com/google.rpc.${type}`,
  ...fields,
});

/** Google's default message for each status. */
export const usualMessages: Record<GoogleStatus, string> = {
  INVALID_ARGUMENT: 'Request contains an invalid argument.',
  FAILED_PRECONDITION: 'User location is not supported for the API use.',
  UNAUTHENTICATED: 'Request had invalid authentication credentials.',
  PERMISSION_DENIED: 'The caller does not have permission',
  NOT_FOUND: 'Requested entity was not found.',
  RESOURCE_EXHAUSTED: 'You exceeded your current quota, please check your plan and billing details.',
  INTERNAL: 'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  UNAVAILABLE: 'The model is overloaded. Please try again later.',
  DEADLINE_EXCEEDED: 'Deadline expired before operation could complete.',
};

export const unknownModel = (model: string, method: string): Answer =>
  googleError('NOT_FOUND', `models/${model} is not found for API version v1beta, or is not supported for ${method}.`);

/** The key is in the header or, as in old examples, in the query. Every key except this one is accepted. */
const wrongKey = 'wrong';

export const geminiRefusals: Refusals = {
  keyless({ headers, query }) {
    const key = headers['x-goog-api-key'] ?? query.get('key');
    if (!key) return googleError('PERMISSION_DENIED', "Method doesn't allow unregistered callers. Please use API Key.");
    if (key !== wrongKey) return undefined;
    const reason = detail('ErrorInfo', { reason: 'API_KEY_INVALID', domain: 'googleapis.com' });
    return googleError('INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [reason]);
  },
  // Google's front end rejects unknown addresses with an HTML page, before they reach an API.
  unknown: () => ({ status: 404, headers: { 'content-type': 'text/html' }, bytes: Buffer.from('<html><title>Error 404</title></html>') }),
  tooLarge: () => googleError('INVALID_ARGUMENT', 'Request payload size exceeds the limit.'),
  failed: (error) => googleError('INTERNAL', `Internal error: ${error}`),
};
