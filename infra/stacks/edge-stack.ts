/** CloudFront's firewall, which must be in us-east-1. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/**
 * Limit per IP address in five minutes. A page with running batches sends about a hundred requests in this time. All users of an office may
 * have the same address.
 */
const requestsPerAddressMax = 3000;

/**
 * These rules count matches but do not block requests, because bodies contain texts of sellers. A batch of a hundred prompts has up to 1
 * MB, but the limit of the size rule is 8 KB. A prompt may contain a URL or a tag. The API parses every body by a schema, and the page
 * escapes every text.
 */
const bodyRules = ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'];

const visibilityOf = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

export class EdgeStack extends Stack {
  readonly webAcl: CfnWebACL;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, { ...props, description: 'Vitrine: the firewall of the site' });
    this.webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibilityOf('vitrine'),
      rules: [
        {
          name: 'rate-by-address',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: requestsPerAddressMax, aggregateKeyType: 'IP' } },
          visibilityConfig: visibilityOf('rate-by-address'),
        },
        {
          name: 'aws-common',
          priority: 1,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: 'AWSManagedRulesCommonRuleSet',
              ruleActionOverrides: bodyRules.map((name) => ({ name, actionToUse: { count: {} } })),
            },
          },
          visibilityConfig: visibilityOf('aws-common'),
        },
      ],
    });
  }
}
