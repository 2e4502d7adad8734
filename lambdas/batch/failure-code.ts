import * as z from 'zod';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';

/** An error as a state machine catches it. */
export const failure = z.object({ Error: z.string(), Cause: z.string().optional() });

/** Maps the error name of a state machine to a code. A step or an execution that timed out is `States.Timeout`. */
export const codeOf = (name: string): ErrorCode => {
  if (isErrorCode(name)) return name;
  return name === 'States.Timeout' ? 'VendorTimeout' : 'GenerationFailed';
};
