import type { CallResponse } from '../secrets-manager/secrets.ts';
import { type InvokeResult, requestTooLargeErrorType, throttledErrorType } from './function.ts';

/** Errors of Lambda itself. The function did not run. */
const refusals: Record<string, { status: number; type: string }> = {
  [throttledErrorType]: { status: 429, type: 'TooManyRequestsException' },
  [requestTooLargeErrorType]: { status: 413, type: 'RequestTooLargeException' },
  ResourceNotFoundException: { status: 404, type: 'ResourceNotFoundException' },
};

/** Responds to the call Invoke, which waits for the result of a function. An error of the function has the status 200 and a header. */
export async function handleInvocation(
  { FunctionName, Payload }: Record<string, unknown>,
  invoke: (name: string, payload: unknown) => Promise<InvokeResult>,
): Promise<CallResponse> {
  const result = await invoke(String(FunctionName), Payload);
  if (!('error' in result)) return { status: 200, body: result.payload };
  const { errorType, errorMessage } = result.error;
  const refusal = refusals[errorType];
  if (refusal) return { status: refusal.status, body: { __type: refusal.type, message: errorMessage } };
  return { status: 200, body: result.error, headers: { 'x-amz-function-error': 'Unhandled' } };
}
