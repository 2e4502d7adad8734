import * as z from 'zod';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';

/** An error as a state machine catches it. */
export const failure = z.object({ Error: z.string(), Cause: z.string().optional() });

/** A state machine names its own failures: a step that ran out of time, or an execution that did. */
export const codeOf = (name: string): ErrorCode => {
  if (isErrorCode(name)) return name;
  return name === 'States.Timeout' ? 'VendorTimeout' : 'GenerationFailed';
};
