/** OpenAI's errors: `{ error: { message, type, param, code } }`. */
import { randomBytes } from 'node:crypto';
import type { Answer } from '../kit/http.ts';

type OpenaiError = { status: number; message: string; type?: string; param?: string | null; code?: string | null };

export const newId = (kind: 'req' | 'resp' | 'msg'): string => `${kind}_${randomBytes(24).toString('hex')}`;

export const openaiError = ({ status, message, type = 'invalid_request_error', param = null, code = null }: OpenaiError): Answer => ({
  status,
  json: { error: { message, type, param, code } },
  headers: { 'x-request-id': newId('req') },
});

/** Errors that the script can return, each with its status. */
export const scriptedErrors = {
  invalid_api_key: { status: 401, message: 'Incorrect API key provided.' },
  insufficient_quota: {
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
  },
  rate_limit_exceeded: { status: 429, message: 'Rate limit reached for requests.', type: 'requests' },
  model_not_found: { status: 404, message: 'The model does not exist or you do not have access to it.' },
  invalid_prompt: { status: 400, message: 'Your prompt was flagged as potentially violating our usage policy.' },
  image_content_policy_violation: { status: 400, message: 'The image was flagged by our content policy.' },
  moderation_blocked: {
    status: 400,
    message: 'Your request was rejected by the safety system.',
    type: 'image_generation_user_error',
  },
  billing_hard_limit_reached: { status: 400, message: 'Billing hard limit has been reached.', type: 'billing_limit_user_error' },
  server_error: { status: 500, message: 'The server had an error while processing your request.', type: 'server_error' },
  service_unavailable: { status: 503, message: 'The engine is currently overloaded, please try again later.', type: 'server_error' },
} as const satisfies Record<string, Omit<OpenaiError, 'code'>>;

export type ScriptedErrorCode = keyof typeof scriptedErrors;
export const scriptedErrorCodes = Object.keys(scriptedErrors) as [ScriptedErrorCode, ...ScriptedErrorCode[]];
