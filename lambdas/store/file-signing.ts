/**
 * Signs a stored file that belongs to no running item: a late video, a crop, a file for a marketplace. Only one function contains the
 * package that signs, because the package is large. Other functions invoke this function.
 */
import * as z from 'zod';
import { AppError, isErrorCode } from '#shared/errors.ts';
import { fileKinds } from '#shared/provenance/file-kinds.ts';
import { sendToAws } from '../platform/aws-request.ts';
import { requiredEnv } from '../platform/config.ts';

export const signingOrder = z.strictObject({
  kind: z.enum(fileKinds),
  key: z.string(),
  /** The key to which a hash of the signed file is added. By default, this is `key`. */
  baseKey: z.string().optional(),
  /** The exact key of the signed file. */
  signedKey: z.string().optional(),
  /** The signed file from which this file was made. */
  parentKey: z.string().optional(),
});
export type SigningOrder = z.infer<typeof signingOrder>;

/** If `sha256` is missing, the file was stored without credentials: the stage has no signing key and allows such files. */
export const signedFile = z.strictObject({ key: z.string(), sizeBytes: z.int(), sha256: z.string().optional() });
export type SignedFile = z.infer<typeof signedFile>;

const functionError = z.object({ errorType: z.string(), errorMessage: z.string() });

/** This time is longer than a cold start plus the time to sign the largest file. */
const timeoutMs = 25_000;
const attemptsMax = 2;

/**
 * The unsigned file stays, so that a second call can sign it again. The caller deletes it after it has recorded the signed file.
 * @throws AppError SigningKeyMissing, and other errors of the function; AwsError if the function could not be invoked.
 */
export async function signStoredFile(order: SigningOrder): Promise<SignedFile> {
  const path = `/2015-03-31/functions/${requiredEnv('SIGN_FUNCTION_NAME')}/invocations`;
  const response = await sendToAws({ service: 'functions', path, headers: {}, body: order, attemptsMax, timeoutMs });
  const { success, data } = signedFile.safeParse(response);
  if (success) return data;
  const { errorType, errorMessage } = functionError.parse(response);
  const reason = `The function that signs files failed: ${errorType} ${errorMessage}`;
  throw new AppError(isErrorCode(errorType) ? errorType : 'InternalError', { cause: new Error(reason) });
}
