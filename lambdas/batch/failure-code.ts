import * as z from 'zod';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';

/** The form in which a state machine passes a caught error. */
export const failure = z.object({ Error: z.string(), Cause: z.string().optional() });

/** Maps the error name of a state machine to a code. `States.Timeout` means that a step or an execution timed out. */
export const codeOf = (name: string): ErrorCode => {
  if (isErrorCode(name)) return name;
  return name === 'States.Timeout' ? 'VendorTimeout' : 'GenerationFailed';
};
