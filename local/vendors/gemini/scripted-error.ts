import type { Answer } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import type { Fault } from './faults.ts';
import { detail, googleError, usualMessages } from './google-errors.ts';

/** Returns the scripted error response of a call, if there is one. */
export function scriptedError(faults: readonly Fault[]): Answer | undefined {
  const error = faultOf(faults, 'error');
  if (!error) return undefined;
  const { status, message = usualMessages[status], retrySeconds } = error;
  return googleError(status, message, retrySeconds === undefined ? undefined : [detail('RetryInfo', { retryDelay: `${retrySeconds}s` })]);
}
