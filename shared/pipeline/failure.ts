/** Error texts of before/after runs (docs/spec.md 10.8). */
import { type ErrorCode, errors } from '../errors.ts';

export type RunPhase = 'analysis' | 'generation' | 'evaluation';

const textOfPhase: Record<RunPhase, string> = {
  analysis: errors.AnalysisFailed.message,
  generation: errors.PipelineGenerationFailed.message,
  evaluation: errors.EvaluationFailed.message,
};

const reasonOfCode: Partial<Record<ErrorCode, string>> = {
  VendorRefused: 'the service refused these images because of its content policy.',
  VendorRejectedInput: 'the service could not use these images.',
  VendorBusy: 'the service is busy.',
  VendorTimeout: 'the service did not answer.',
  VendorUnreachable: 'the service did not answer.',
  VendorMalformedAnswer: 'the service gave no usable answer.',
  ResultNotAsOrdered: 'the image delivered is not what was ordered.',
};

/** Returns the error text of a paused run. */
export function runMessage(code: ErrorCode, during: RunPhase | undefined): string {
  if (during === undefined) return errors[code].message;
  const reason = reasonOfCode[code];
  return reason ? `${textOfPhase[during]}: ${reason}` : textOfPhase[during];
}
