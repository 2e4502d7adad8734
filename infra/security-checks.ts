/**
 * Applies the AWS rules for secure stacks. If a construct breaks a rule, its code contains the reason. The reasons for wildcards in
 * permissions are in this file, because the checks identify a wildcard by a text in the finished template.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, type IPolicyValidationContext, type PolicyValidationPluginReport, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { checkFolder, mediaFolders } from '#shared/upload/media-folders.ts';
import { workKinds } from '#shared/work/kinds.ts';

type Explanation = { construct: RegExp; finding: RegExp; reason: string };

const workMachines = Object.values(workKinds)
  .map(({ machine }) => machine)
  .join('|');
const allMachines = `${workMachines}|VideoItem|ImageItem|EditItem|LateVideo|Archive|AccountExport|Finish|Package|FileCheck`;

const explanations: Explanation[] = [
  {
    construct: /^vitrine-\w+-api\/StartQuote\/Role\//,
    finding: /IAM5\[Resource::arn:.*:scheduler:.*:schedule\/vitrine-\w+-orders\/\*\]$/,
    reason: 'The name of a schedule contains a hash of the order, which is not known in advance. The group contains only these schedules.',
  },
  {
    construct: /^vitrine-\w+-(runs|api|files)\/\w+\/Role\//,
    finding: new RegExp(String.raw`IAM5\[Resource::.*Media\w+/(${[...mediaFolders, checkFolder].join('|')})/\*\]$`),
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

const explanationOf = (finding: string, construct: string): Explanation | undefined =>
  explanations.find((explanation) => explanation.construct.test(construct) && explanation.finding.test(finding));

type AcceptedFinding = { rule: string; construct: string; reason: string };

/** Name of the report in the folder of the synthesized app. It lists each accepted finding with its reason. */
export const securityReportName = 'accepted-findings.json';

/** The findings that the code of a construct accepts. CDK stores these findings as metadata of the construct. */
function acknowledgedFindings(app: App): AcceptedFinding[] {
  return app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([id, reason]) => ({ rule: id.replace(/^annotation::/i, ''), construct: node.path, reason }))
      .filter(({ rule }) => rule.startsWith('AwsSolutions-')),
  );
}

export class SecurityChecks extends AwsSolutionsChecks {
  readonly #app: App;

  constructor(app: App) {
    super(app);
    this.#app = app;
  }

  /** Removes the findings that this file explains, and writes the report. */
  override validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const report = super.validate(context);
    const explained: AcceptedFinding[] = [];
    const violations = report.violations
      .map((violation) => ({
        ...violation,
        violatingResources: violation.violatingResources.filter(({ constructPath = '' }) => {
          const explanation = explanationOf(violation.ruleName, constructPath);
          if (explanation) explained.push({ rule: violation.ruleName, construct: constructPath, reason: explanation.reason });
          return !explanation;
        }),
      }))
      .filter(({ violatingResources }) => violatingResources.length > 0);
    const accepted = [...acknowledgedFindings(this.#app), ...explained];
    writeFileSync(join(this.#app.outdir, securityReportName), `${JSON.stringify(accepted, undefined, 2)}\n`);
    return { ...report, violations, success: violations.every(({ severity }) => severity !== 'error' && severity !== 'fatal') };
  }
}
