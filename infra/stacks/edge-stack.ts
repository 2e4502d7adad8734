/** The firewall of CloudFront. It must be in us-east-1. */
import { ArnFormat, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { endpoints } from '#shared/endpoints.ts';
import { linkedFolders } from '#shared/upload/media-folders.ts';
import { logDistribution } from '../constructs/distribution-logs.ts';
import type { Settings } from '../settings.ts';

/**
 * Limit per IP address in five minutes. A page with running batches sends about a hundred requests in this time. All users of an office may
 * have the same address.
 */
const requestsPerAddressMax = 3000;

/**
 * These rules count requests but do not block them, because the bodies contain texts of sellers. A batch of a hundred prompts has up to 1
 * MB, but the size rule allows only 8 KB. A prompt may contain a URL or a tag. The API checks every body against a schema, and the page
 * escapes every text.
 */
const bodyRules = ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'];

/**
 * The messages of vendors come from a few addresses. One such address may send more messages than a seller sends requests. Each message
 * needs a valid signature, so the limit per address does not apply to these paths.
 */
const vendorPaths = Object.values(endpoints)
  .filter(({ caller }) => caller === 'vendor')
  .map(({ path }) => path);

const isPath = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'EXACTLY',
    searchString: path,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

/**
 * Matches links to media. The rate limit and the common rules do not apply to these links. The links are signed, and CloudFront itself
 * refuses a request without a valid signature. A page with hundreds of pictures would reach the rate limit. The file name in a link may
 * contain any text. In some languages, the query of a link is longer than 2 KB, so the common rules would block the link. Both the path and
 * the normalized path must be in a folder of media, so that `/results/../api` and `/api/..%2Fresults` do not match.
 */
const isMedia: CfnWebACL.StatementProperty = {
  andStatement: {
    statements: [['NONE'], ['URL_DECODE', 'NORMALIZE_PATH']].map((types) => ({
      regexMatchStatement: {
        fieldToMatch: { uriPath: {} },
        regexString: `^/(${linkedFolders.join('|')})/`,
        textTransformations: types.map((type, priority) => ({ priority, type })),
      },
    })),
  },
};

const not = (statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty => ({ notStatement: { statement } });

const visibilityOf = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

/** A rule group of AWS that blocks matching requests. */
const managedRules = (name: string, priority: number, ruleGroup: string): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name: ruleGroup } },
  visibilityConfig: visibilityOf(name),
});

/** Writes the request log of the site. This stack exists only if the site is in another region than the logs of CloudFront. */
export class EdgeLogsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, distribution, ...props }: StackProps & { settings: Settings; distribution: Distribution },
  ) {
    super(scope, id, { ...props, description: 'Vitrine: the log of the site' });
    logDistribution(this, { distribution, stage: settings.stage });
  }
}

export class EdgeStack extends Stack {
  readonly webAcl: CfnWebACL;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, { ...props, description: 'Vitrine: the firewall of the site' });
    this.webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibilityOf(`vitrine-${settings.stage}`),
      rules: [
        {
          name: 'rate-by-address',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: requestsPerAddressMax,
              aggregateKeyType: 'IP',
              scopeDownStatement: not({ orStatement: { statements: [...vendorPaths.map(isPath), isMedia] } }),
            },
          },
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
              scopeDownStatement: not(isMedia),
              ruleActionOverrides: bodyRules.map((name) => ({ name, actionToUse: { count: {} } })),
            },
          },
          visibilityConfig: visibilityOf('aws-common'),
        },
        managedRules('aws-ip-reputation', 2, 'AWSManagedRulesAmazonIpReputationList'),
        managedRules('aws-known-bad-inputs', 3, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
    });
    this.logBlockedRequests(settings.stage);
  }

  /**
   * Logs each blocked request with the IP address of the sender. The log contains no token and no query, because the query of a webhook
   * contains a secret that proves who sent it. AWS requires the prefix of the name
   * (https://docs.aws.amazon.com/waf/latest/developerguide/logging-cw-logs.html).
   */
  private logBlockedRequests(stage: string): void {
    const logs = new LogGroup(this, 'FirewallLogs', {
      logGroupName: `aws-waf-logs-vitrine-${stage}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, 'FirewallLogging', {
      resourceArn: this.webAcl.attrArn,
      // The ARN must not end with `:*`, but the ARN attribute of a log group does.
      logDestinationConfigs: [
        this.formatArn({
          service: 'logs',
          resource: 'log-group',
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          resourceName: logs.logGroupName,
        }),
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [{ Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
      },
      redactedFields: [{ singleHeader: { Name: 'authorization' } }, { singleHeader: { Name: 'cookie' } }, { queryString: {} }],
    });
  }
}
