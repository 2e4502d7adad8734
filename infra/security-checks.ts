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
const allMachines = `${workMachines}|VideoItem|ImageItem|EditItem|LateVideo|Archive|AccountExport|Finish`;

const explanations: Explanation[] = [
  {
    construct: /^vitrine-\w+-(runs|api)\/\w+\/Role\//,
    finding: /IAM5\[Resource::.*Media\w+\/(uploads|ingested|frames|originals|iterations|results|exports|archives|finished)\/\*\]$/,
    reason: 'One folder of the media bucket, whose object names are not known in advance.',
  },
  {
    construct: /^vitrine-\w+-runs\/Reconcile\/Role\//,
    finding: new RegExp(String.raw`IAM5\[Resource::arn:.*:states:.*:execution:.*(${workMachines}).*\*\]$`),
    reason: 'Executions of our own machine, whose names contain the ids of their batches.',
  },
  {
    construct: new RegExp(String.raw`^vitrine-\w+-runs/(${allMachines})/Role/`),
    finding: /IAM5\[Resource::<\w+Function\w+\.Arn>:\*\]$/,
    reason: 'Any version of one of our own functions.',
  },
  {
    construct: /^vitrine-\w+-runs\/(Video|Image|Edit)Batch\/Role\//,
    finding: /IAM5\[Resource::arn:.*:states:.*:execution:.*(Video|Image|Edit)Item.*\*\]$/,
    reason: 'Executions of our own machine that a batch waits for.',
  },
  {
    construct: new RegExp(String.raw`^vitrine-\w+-runs/(${allMachines})/Role/`),
    finding: /IAM5\[Resource::\*\]$/,
    reason: 'AWS supports log delivery only on all resources.',
  },
  {
    construct: /^vitrine-\w+-ci\/DeployRole\/DefaultPolicy\//,
    finding: /IAM5\[Resource::(\*|arn:aws:iam::<AWS::AccountId>:role\/cdk-\*)\]$/,
    reason: 'The preflight reads states of the account, and no data of sellers. The roles of CDK deploy.',
  },
  {
    construct: /^vitrine-\w+-web\/Custom::CDKBucketDeployment/,
    finding: /IAM[45]\[/,
    reason: 'CDK’s own function, which copies the site during a deployment; nothing else calls it.',
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
