/** Converts the grants of functions/ to exact IAM statements and to environment variables with the resource names. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IStateMachine, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { VariableName } from '#shared/environment.ts';
import { secretVariable, type VendorName } from '#shared/vendors.ts';
import { machineVariable, type WorkKind, workKindNames } from '#shared/work/kinds.ts';
import type { Grants, SecretName, TableName, TableUse } from '../functions/spec.ts';
import type { Providers, Settings, VendorTask } from '../settings.ts';

/** The resources that the functions of a stack may use. If a grant names any other resource, the synthesis fails. */
export type Grantable = {
  tables: Record<TableName, ITable>;
  media: IBucket;
  secrets: Partial<Record<SecretName, ISecret>>;
  vendorSecrets: Record<VendorName, ISecret>;
  providers: Providers;
  imageHost?: Settings['imageHost'];
  siteOriginParameter?: { name: string; arn: string };
  mediaLinksParameter?: { name: string; arn: string };
  /** The key of the content credentials, the parameter with its certificates, and the setting for a missing key. */
  signing?: { keyArn: string; certificates: { name: string; arn: string }; withoutKey: Settings['contentCredentials']['withoutKey'] };
  /** The function that signs files. */
  signer?: IFunction;
  /** The state machine of each kind of work. */
  work?: Record<WorkKind, StateMachine>;
  /** The group, the role and the function of the schedules that start orders, and a pattern for the ARNs of these schedules. */
  orderSchedules?: Record<'groupName' | 'schedulesArn' | 'roleArn' | 'functionArn', string>;
  lateVideo?: IStateMachine;
  archive?: IStateMachine;
  accountExport?: IStateMachine;
  fileCheck?: IStateMachine;
  finish?: IStateMachine;
  package?: IStateMachine;
  userPool?: IUserPool;
  /** The sender address of mail and its SES identity. Undefined if no sender is configured. */
  mail?: { from: string; identityArn: string };
};

type Variables = Partial<Record<VariableName, string>>;
export type Permissions = { variables: Variables; statements: PolicyStatement[] };

const tableVariables: Record<TableName, VariableName> = {
  userProfiles: 'TABLE_USER_PROFILES',
  creditTransactions: 'TABLE_CREDIT_TRANSACTIONS',
  batches: 'TABLE_BATCHES',
  generationHistory: 'TABLE_GENERATION_HISTORY',
  imageGenerationHistory: 'TABLE_IMAGE_GENERATION_HISTORY',
  dailyUses: 'TABLE_DAILY_USES',
  payments: 'TABLE_PAYMENTS',
  bonusClaims: 'TABLE_BONUS_CLAIMS',
  pipelineRuns: 'TABLE_PIPELINE_RUNS',
  products: 'TABLE_PRODUCTS',
  admission: 'TABLE_ADMISSION',
  deletedAccounts: 'TABLE_DELETED_ACCOUNTS',
  signedFiles: 'TABLE_SIGNED_FILES',
};

const secretVariables: Record<SecretName, VariableName> = {
  origin: 'ORIGIN_SECRET_ARN',
  webhook: 'WEBHOOK_SECRET_ARN',
  emailMarks: 'EMAIL_MARKS_SECRET_ARN',
  mediaSigning: 'MEDIA_SIGNING_SECRET_ARN',
};

const providerVariables: Record<VendorTask, VariableName> = { video: 'VIDEO_PROVIDER', prompt: 'PROMPT_PROVIDER' };

/** A transaction needs no additional permission. Each of its parts needs only the permission that it also needs outside a transaction. */
const tableActions: Record<Exclude<TableUse, `query:${string}`>, string> = {
  get: 'dynamodb:GetItem',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  check: 'dynamodb:ConditionCheckItem',
  query: 'dynamodb:Query',
  scan: 'dynamodb:Scan',
  delete: 'dynamodb:DeleteItem',
};

/** `delete`: the file gets a delete marker. `erase`: the function deletes all versions of a file, so that the file cannot be restored. */
const mediaActions = { get: 's3:GetObject', put: 's3:PutObject', delete: 's3:DeleteObject', erase: 's3:DeleteObjectVersion' } as const;

export function permissionsFor(grants: Grants, available: Grantable): Permissions {
  const permissions: Permissions = { variables: {}, statements: [] };
  const allow = (actions: string[], resource: string, variables: Variables) => {
    if (actions.length > 0) permissions.statements.push(new PolicyStatement({ actions, resources: [resource] }));
    Object.assign(permissions.variables, variables);
  };
  for (const [name, uses] of entriesOf(grants.tables)) {
    const table = available.tables[name];
    const variables = { [tableVariables[name]]: table.tableName };
    allow(
      uses.filter(isWholeTable).map((use) => tableActions[use]),
      table.tableArn,
      variables,
    );
    for (const use of uses.filter((one) => !isWholeTable(one)))
      allow(['dynamodb:Query'], `${table.tableArn}/index/${use.slice('query:'.length)}`, variables);
  }
  for (const [folder, uses] of entriesOf(grants.media))
    allow(
      uses.map((use) => mediaActions[use]),
      available.media.arnForObjects(`${folder}/*`),
      { MEDIA_BUCKET: available.media.bucketName },
    );
  for (const name of secretsOf(grants)) {
    const { secretArn } = required(available.secrets[name], `the secret ${name}`);
    allow(['secretsmanager:GetSecretValue'], secretArn, { [secretVariables[name]]: secretArn });
  }
  for (const vendor of grants.vendorKeys ?? []) {
    const { secretArn } = available.vendorSecrets[vendor];
    allow(['secretsmanager:GetSecretValue'], secretArn, { [secretVariable(vendor)]: secretArn });
  }
  for (const task of grants.providers ?? []) permissions.variables[providerVariables[task]] = available.providers[task];
  if (grants.imageHost && available.imageHost) {
    const { cloudName, uploadPreset } = available.imageHost;
    Object.assign(permissions.variables, { CLOUDINARY_CLOUD_NAME: cloudName, CLOUDINARY_UPLOAD_PRESET: uploadPreset });
  }
  if (grants.siteOrigin) {
    const { name, arn } = required(available.siteOriginParameter, 'the origin of the site');
    allow(['ssm:GetParameter'], arn, { SITE_ORIGIN_PARAMETER: name });
  }
  if (grants.mediaLinks) {
    const { name, arn } = required(available.mediaLinksParameter, 'the settings of the links to media');
    allow(['ssm:GetParameter'], arn, { MEDIA_LINKS_PARAMETER: name });
  }
  if (grants.signsCredentials) {
    const { keyArn, certificates, withoutKey } = required(available.signing, 'the key of the content credentials');
    allow(['kms:Sign'], keyArn, { SIGNING_KEY_ARN: keyArn, WITHOUT_SIGNING_KEY: withoutKey });
    allow(['ssm:GetParameter'], certificates.arn, { SIGNING_CERTIFICATES_PARAMETER: certificates.name });
  }
  if (grants.invokesSigner) {
    const { functionArn, functionName } = required(available.signer, 'the function that signs files');
    allow(['lambda:InvokeFunction'], functionArn, { SIGN_FUNCTION_NAME: functionName });
  }
  for (const kind of grants.startsWork ?? []) {
    const { stateMachineArn } = required(available.work, 'the state machines of all work kinds')[kind];
    allow(['states:StartExecution'], stateMachineArn, { [machineVariable(kind)]: stateMachineArn });
  }
  for (const kind of grants.readsExecutions ? workKindNames : []) {
    const machine = required(available.work, 'the state machines of all work kinds')[kind];
    const executions = Stack.of(machine).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    allow(['states:DescribeExecution'], executions, { [machineVariable(kind)]: machine.stateMachineArn });
  }
  if (grants.schedulesOrders) {
    const { groupName, schedulesArn, roleArn, functionArn } = required(available.orderSchedules, 'the schedules of orders');
    allow(['scheduler:CreateSchedule'], schedulesArn, { ORDER_SCHEDULE_GROUP: groupName, ORDER_SCHEDULE_FUNCTION_ARN: functionArn });
    // Only EventBridge Scheduler can assume this role.
    allow(['iam:PassRole'], roleArn, { ORDER_SCHEDULE_ROLE_ARN: roleArn });
  }
  if (grants.startsLateVideo) {
    const { stateMachineArn } = required(available.lateVideo, 'the late video machine');
    allow(['states:StartExecution'], stateMachineArn, { LATE_VIDEO_MACHINE_ARN: stateMachineArn });
  }
  if (grants.startsArchives) {
    const { stateMachineArn } = required(available.archive, 'the archive machine');
    allow(['states:StartExecution'], stateMachineArn, { ARCHIVE_MACHINE_ARN: stateMachineArn });
  }
  if (grants.startsExports) {
    const { stateMachineArn } = required(available.accountExport, 'the export machine');
    allow(['states:StartExecution'], stateMachineArn, { EXPORT_MACHINE_ARN: stateMachineArn });
  }
  if (grants.startsFileChecks) {
    const { stateMachineArn } = required(available.fileCheck, 'the machine of checks');
    allow(['states:StartExecution'], stateMachineArn, { FILE_CHECK_MACHINE_ARN: stateMachineArn });
  }
  if (grants.startsFinishes) {
    const { stateMachineArn } = required(available.finish, 'the finish machine');
    allow(['states:StartExecution'], stateMachineArn, { FINISH_MACHINE_ARN: stateMachineArn });
  }
  if (grants.startsPackages) {
    const { stateMachineArn } = required(available.package, 'the package machine');
    allow(['states:StartExecution'], stateMachineArn, { PACKAGE_MACHINE_ARN: stateMachineArn });
  }
  if (grants.readsUsers) {
    const { userPoolArn, userPoolId } = required(available.userPool, 'the user pool');
    allow(['cognito-idp:AdminGetUser'], userPoolArn, { USER_POOL_ID: userPoolId });
  }
  if (grants.deletesUsers) {
    const { userPoolArn, userPoolId } = required(available.userPool, 'the user pool');
    allow(['cognito-idp:AdminDeleteUser'], userPoolArn, { USER_POOL_ID: userPoolId });
  }
  if (grants.signsUsersOut) {
    const { userPoolArn, userPoolId } = required(available.userPool, 'the user pool');
    allow(['cognito-idp:AdminUserGlobalSignOut'], userPoolArn, { USER_POOL_ID: userPoolId });
  }
  if (grants.listsMedia) allow(['s3:ListBucket'], available.media.bucketArn, { MEDIA_BUCKET: available.media.bucketName });
  if (grants.listsVersions) allow(['s3:ListBucketVersions'], available.media.bucketArn, { MEDIA_BUCKET: available.media.bucketName });
  if (grants.sendsMail && available.mail) allow(['ses:SendEmail'], available.mail.identityArn, { MAIL_FROM: available.mail.from });
  return permissions;
}

/**
 * Returns the environment variables for the commands of operators. The variables have the same names as for functions. They contain the
 * names of all resources that the commands read.
 */
export const operatorVariables = ({
  tables,
  media,
  work,
  userPool,
}: Pick<Grantable, 'tables' | 'media' | 'work' | 'userPool'>): Record<string, string> => ({
  MEDIA_BUCKET: media.bucketName,
  USER_POOL_ID: required(userPool, 'the user pool').userPoolId,
  ...Object.fromEntries(entriesOf(tables).map(([name, { tableName }]) => [tableVariables[name], tableName])),
  ...Object.fromEntries(
    entriesOf(required(work, 'the state machines of all work kinds')).map(([kind, { stateMachineArn }]) => [
      machineVariable(kind),
      stateMachineArn,
    ]),
  ),
});

type MachineGrant = { id: string; lambda: IFunction; machines: readonly IStateMachine[] };

/** Allows a function to complete the waiting steps of machines. */
export const grantTaskCompletion = (scope: Construct, grant: MachineGrant): void =>
  grantMachines(scope, grant, ['states:SendTaskSuccess', 'states:SendTaskFailure']);

/** Allows a step of these machines to start further executions. */
export const grantNextExecutions = (scope: Construct, grant: MachineGrant): void => grantMachines(scope, grant, ['states:StartExecution']);

/**
 * The statement is in a separate policy. If the policy of the role contained the statement, the function and the machines would depend on
 * each other.
 */
function grantMachines(scope: Construct, { id, lambda, machines }: MachineGrant, actions: string[]): void {
  const resources = machines.map(({ stateMachineArn }) => stateMachineArn);
  const policy = new Policy(scope, id, { statements: [new PolicyStatement({ actions, resources })] });
  policy.attachToRole(required(lambda.role, 'the role of a function'));
}

/** Returns the secrets of a function, including the secret that its links need. */
const secretsOf = ({ secrets = [], mediaLinks }: Grants): readonly SecretName[] =>
  mediaLinks === 'sign' ? [...secrets, 'mediaSigning'] : secrets;

const isWholeTable = (use: TableUse): use is keyof typeof tableActions => Object.hasOwn(tableActions, use);

const entriesOf = <Key extends string, Value>(record: Partial<Record<Key, Value>> = {}): [Key, Value][] =>
  Object.entries(record) as [Key, Value][];

function required<Value>(value: Value | undefined, description: string): Value {
  if (value === undefined) throw new Error(`A function is granted ${description}, which this stack does not have`);
  return value;
}
