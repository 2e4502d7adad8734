import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';

type SiteRecords = { name: string; zone: { id: string; name: string } };

/** Creates the DNS records of a custom domain, for IPv4 and IPv6. */
export function createSiteRecords(scope: Construct, distribution: Distribution, { name, zone: { id, name: zoneName } }: SiteRecords): void {
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId: id, zoneName });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  new ARecord(scope, 'SiteIpv4', { zone, recordName: name, target });
  new AaaaRecord(scope, 'SiteIpv6', { zone, recordName: name, target });
}
