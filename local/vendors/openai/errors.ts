/** Builds errors in the format of OpenAI: `{ error: { message, type, param, code } }`. */
import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import type { VendorResponse } from '../kit/http.ts';

type OpenaiError = { status: number; message: string; type?: string; param?: string | null; code?: string | null };

export const newId = (kind: 'req' | 'resp' | 'msg'): string => `${kind}_${randomBytes(24).toString('hex')}`;

export const openaiError = ({
  status,
  message,
  type = 'invalid_request_error',
  param = null,
  code = null,
}: OpenaiError): VendorResponse => ({
  status,
  json: { error: { message, type, param, code } },
  headers: { 'x-request-id': newId('req') },
});

/** Returns the options of a zod refinement. `code` and `status` are the values of OpenAI's error. */
export const rule = (code: string, error: string, status = 400) => ({ error, params: { code, status } });

const codeOfIssue: Record<string, string> = { invalid_type: 'invalid_type', too_small: 'integer_below_min_value' };

/** Converts only the first issue, because an error of OpenAI names only the first wrong parameter. */
export function parameterError({ issues: [issue] }: z.ZodError, body: unknown): VendorResponse {
  const unknownNames = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []), ...unknownNames];
  const param = path.reduce<string>(
    (text, part) => `${text}${typeof part === 'number' ? `[${part}]` : `${text && '.'}${String(part)}`}`,
    '',
  );
  if (!issue || !param) return openaiError({ status: 400, message: 'We could not parse the JSON body of your request.' });
  if (unknownNames.length > 0)
    return openaiError({ status: 400, message: `Unknown parameter: '${param}'.`, param, code: 'unknown_parameter' });
  if (issue.code === 'custom') {
    const { code, status } = issue.params as { code: string; status: number };
    return openaiError({ status, message: issue.message, param, code });
  }
  const value = path.reduce<unknown>((parent, part) => (parent as Record<PropertyKey, unknown> | undefined)?.[part], body);
  if (value === undefined)
    return openaiError({ status: 400, message: `Missing required parameter: '${param}'.`, param, code: 'missing_required_parameter' });
  return openaiError({ status: 400, message: `'${param}': ${issue.message}`, param, code: codeOfIssue[issue.code] ?? 'invalid_value' });
}
