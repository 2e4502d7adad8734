/** Names and states of operations. An operation is the work that a single call has ordered. A single call is a call for one result. */
import * as z from 'zod';
import { type ErrorCode, errors } from '../errors.ts';
import type { VideoVendorName } from '../vendors.ts';

const operationPrefix = 'operations/';
export const operationNameOf = (batchId: string): string => operationPrefix + batchId;

/** Returns the batch id in the name of an operation, or undefined for any other text. */
export const batchIdOfOperation = (operationName: string): string | undefined =>
  operationName.startsWith(operationPrefix) ? operationName.slice(operationPrefix.length) : undefined;

/** POST /api/gemini/check-operation: the status of an operation (docs/spec.md 5.7). */
export const checkOperationRequest = z.object({ operationName: z.string().min(1).max(200) });
export const checkOperationResponse = z.object({
  /** `completed` and `failed` are final, so the caller can stop polling. */
  status: z.enum(['in_progress', 'completed', 'failed']),
  success: z.boolean().optional(),
  videoUrl: z.string().optional(),
  /** Set if the operation makes an image (shared/image/single-calls.ts). */
  imageUrl: z.string().optional(),
  code: z.enum(Object.keys(errors) as [ErrorCode]).optional(),
  message: z.string().optional(),
});
export type CheckOperationResponse = z.infer<typeof checkOperationResponse>;

/** Error texts of videos made by Gemini (docs/spec.md 18.4). */
const geminiMessages: Partial<Record<ErrorCode, string>> = {
  VendorTimeout: 'Gemini video generation timed out after 10 minutes',
  VendorMalformedAnswer: 'Video generation did not return a video URL',
};

/** Returns the error text of a failed operation. */
export const operationMessage = (code: ErrorCode, vendor: VideoVendorName = 'fal'): string =>
  (vendor === 'gemini' && geminiMessages[code]) || errors[code].message;
