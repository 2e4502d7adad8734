/**
 * Applies the AWS rules for secure stacks. If a construct breaks a rule, the code of the construct contains the reason. The reasons for
 * wildcards in permissions are in this file, because the checks identify a wildcard by a text that exists only in the finished template.
 */
import type { IPolicyValidationContext, PolicyValidationPluginReport } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { workKinds } from '#shared/work/kinds.ts';

type Explanation = { construct: RegExp; finding: RegExp; reason: string };

const workMachines = Object.values(workKinds)
  .map(({ machine }) => machine)
  .join('|');
const allMachines = `${workMachines}|VideoItem|ImageItem|EditItem|LateVideo|Archive|AccountExport|Finish|FileCheck`;

const explanations: Explanation[] = [
  {
    construct: /^vitrine-\w+-(runs|api)\/\w+\/Role\//,
    finding: /IAM5\[Resource::.*Media\w+\/(uploads|ingested|frames|originals|iterations|results|exports|archives|finished|checks)\/\*\]$/,
    reason:
      'The function may use only the objects of one folder. Their names contain ids of users and items, which are not known in advance.',
  },
  {
    construct: /^vitrine-\w+-runs\/Reconcile\/Role\//,
    finding: new RegExp(String.raw`IAM5\[Resource::arn:.*:states:.*:execution:.*(${workMachines}).*\*\]$`),
    reason: 'Executions of our own machine, whose names contain the ids of their batches.',
  },
  {
    construct: new RegExp(String.raw`^vitrine-\w+-runs/(${allMachines})/Role/`),
    finding: /IAM5\[Resource::<\w+Function\w+\.Arn>:\*\]$/,
    reason: 'Running executions still use earlier versions of our own functions, whose numbers are not known in advance.',
  },
  {
    construct: /^vitrine-\w+-runs\/(Video|Image|Edit)Batch\/Role\//,
    finding: /IAM5\[Resource::arn:.*:states:.*:execution:.*(Video|Image|Edit)Item.*\*\]$/,
    reason: 'A batch waits for the executions of our own machine, whose names contain the ids of their items.',
  },
  {
    construct: new RegExp(String.raw`^vitrine-\w+-runs/(${allMachines})/Role/`),
    finding: /IAM5\[Resource::\*\]$/,
    reason: 'The actions for log delivery support no resource: https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html',
  },
  {
    construct: /^vitrine-\w+-api\/GradualCalls\/Role\//,
    finding: /IAM4\[Policy::.*\/service-role\/AWSCodeDeployRoleForLambdaLimited\]$/,
    reason:
      'Only CodeDeploy can assume this role. AWS maintains this policy for deployments of Lambda: it reads alarms and moves aliases, and it cannot read data or change code.',
  },
  {
    construct: /^vitrine-\w+-ci\/DeployRole\/DefaultPolicy\//,
    finding: /IAM5\[Resource::(\*|arn:aws:iam::<AWS::AccountId>:role\/cdk-\*)\]$/,
    reason:
      'The preflight only reads states of the account, with actions that return no data of sellers and no secret. The deployment itself uses the roles of CDK, whose names contain the account.',
  },
  {
    construct: /^vitrine-\w+-web\/Custom::CDKBucketDeployment/,
    finding: /IAM[45]\[/,
    reason:
      'CDK’s own function copies the site to our bucket during a deployment. CDK defines its permissions, and only CloudFormation calls it.',
  },
];

const isExplained = (finding: string, construct: string): boolean =>
  explanations.some((explanation) => explanation.construct.test(construct) && explanation.finding.test(finding));

export class SecurityChecks extends AwsSolutionsChecks {
  override validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const report = super.validate(context);
    const violations = report.violations
      .map((violation) => ({
        ...violation,
        violatingResources: violation.violatingResources.filter(
          ({ constructPath = '' }) => !isExplained(violation.ruleName, constructPath),
        ),
      }))
      .filter(({ violatingResources }) => violatingResources.length > 0);
    return { ...report, violations, success: violations.every(({ severity }) => severity !== 'error' && severity !== 'fatal') };
  }
}
