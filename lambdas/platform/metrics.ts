/**
 * Writes metrics as log lines in the embedded metric format, so that no function needs a request to CloudWatch
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 */
import { Metrics } from '@aws-lambda-powertools/metrics';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import {
  isSecurityEvent,
  type MetricDimensions,
  type MetricName,
  metricNamespace,
  metrics,
  type SecurityEventCode,
  serviceName,
} from '#shared/metrics.ts';

let writer: Metrics | undefined;

/** Records one value of a metric. */
export function record<Name extends MetricName>(name: Name, dimensions: MetricDimensions<Name>, value = 1): void {
  writer ??= new Metrics({ namespace: metricNamespace, serviceName: serviceName(process.env.STAGE ?? 'none') });
  const metric = writer.singleMetric();
  for (const [dimension, text] of Object.entries(dimensions)) metric.addDimension(dimension, String(text));
  metric.addMetric(name, metrics[name].unit, value);
}

/** Errors if a vendor rejects our key, or if the key is missing. */
const keyErrors: readonly ErrorCode[] = ['VendorMisconfigured', 'CheckoutUnavailable'];

/** Counts an error that ended a call or a step. */
export function recordError(error: AppError): void {
  if (codesOf(error).some((code) => keyErrors.includes(code))) record('VendorKeyRefused', {});
  else if (error.code === 'InternalError') record('UnexpectedError', {});
  const event = securityEventIn(error);
  if (event) record('SecurityEvent', { Code: event });
}

/** Returns the security event that an error or its cause reports. The caller gets only the code of the error itself. */
export const securityEventIn = (error: AppError): SecurityEventCode | undefined => codesOf(error).find(isSecurityEvent);

/** Returns the codes of an error and of its causes. */
function codesOf(error: unknown): ErrorCode[] {
  if (!(error instanceof Error)) return [];
  return [...(error instanceof AppError ? [error.code] : []), ...codesOf(error.cause)];
}
