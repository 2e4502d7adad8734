/** The log of the requests to the site. The parts of a log delivery must be in us-east-1, the region of CloudFront. */
import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * The logged fields. Queries are not logged, because a query can contain the signature of a link or the proof of a webhook. Cookies and
 * referrers are also not logged. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
export const loggedFields = [
  'date',
  'time',
  'x-edge-request-id',
  'c-ip',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'time-taken',
  'x-edge-result-type',
  'x-edge-location',
];

/** Logs each request with the IP address of its sender, but without its query, its cookies and its headers. */
export function logDistribution(scope: Construct, { distribution, stage }: { distribution: Distribution; stage: string }): void {
  const name = `vitrine-${stage}-site`;
  const logs = new LogGroup(scope, 'SiteLogs', {
    logGroupName: `/aws/vendedlogs/${name}`,
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const source = new CfnDeliverySource(scope, 'SiteLogSource', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distribution.distributionArn,
  });
  const destination = new CfnDeliveryDestination(scope, 'SiteLogDestination', {
    name,
    outputFormat: 'json',
    // The ARN must not end with `:*`, but the ARN attribute of a log group does.
    destinationResourceArn: Stack.of(scope).formatArn({
      service: 'logs',
      resource: 'log-group',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      resourceName: logs.logGroupName,
    }),
  });
  const delivery = new CfnDelivery(scope, 'SiteLogDelivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: loggedFields,
  });
  // The delivery contains only the name of its source, so CloudFormation does not know that the source must exist first.
  delivery.addResourceDependency(source);
}
