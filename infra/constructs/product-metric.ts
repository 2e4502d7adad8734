import { Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricDimensions, type MetricName, metricNamespace, serviceName } from '#shared/metrics.ts';
import { alarmPeriod } from './runbook-alarm.ts';

/** Returns a metric that the functions write (lambdas/platform/metrics.ts). By default, the metric is the sum over five minutes. */
export const productMetric = <Name extends MetricName>(
  stage: string,
  metricName: Name,
  dimensions: MetricDimensions<Name>,
  options: Omit<MetricOptions, 'dimensionsMap'> = {},
): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { service: serviceName(stage), ...dimensions },
    statistic: Stats.SUM,
    period: alarmPeriod,
    ...options,
  });
