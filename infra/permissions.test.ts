/** Tests the permissions of every function in the synthesized templates. */
import { describe, expect, test } from 'vitest';
import { isLimited } from '#shared/call-limits.ts';
import type { EndpointName } from '#shared/endpoints.ts';
import { type VendorName, vendorNames } from '#shared/vendors.ts';
import { workKinds } from '#shared/work/kinds.ts';
import { defaultSynthesis, type Json, type Resource, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { calls } from './functions/calls.ts';
import { jobs, startScheduledOrder } from './functions/jobs.ts';
import { steps } from './functions/steps.ts';

const { all: resourcesOf } = defaultSynthesis();
const scheduledSpecs = [...Object.values(jobs), startScheduledOrder];
const specs = [...Object.values(calls), ...Object.values(steps), ...scheduledSpecs];
const entries = specs.map(({ entry }) => entry).sort();
const lambdas = resourcesOf('AWS::Lambda::Function').filter(({ Properties }) => entries.includes(Properties.Description));

type Statement = { actions: string[]; resources: string[] };

const listOf = (value: Json): string[] => [toPlainValue(value)].flat();

/** Returns the documents of all policies of a role: the policies in the role, and the separate policies that name the role. */
function policyDocumentsOf(stack: string, roleId: string): Json[] {
  const role = resourcesOf('AWS::IAM::Role').find((resource) => resource.stack === stack && resource.id === roleId);
  const separatePolicies = resourcesOf('AWS::IAM::Policy').filter(
    (policy) => policy.stack === stack && policy.Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === roleId),
  );
  return [...(role?.Properties.Policies ?? []), ...separatePolicies.map(({ Properties }) => Properties)].map(
    ({ PolicyDocument }) => PolicyDocument,
  );
}

/** Returns the statements of all policies of a role. */
const statementsOf = (stack: string, roleId: string): Statement[] =>
  policyDocumentsOf(stack, roleId)
    .flatMap(({ Statement }) => Statement)
    .map(({ Action, Resource }) => ({ actions: listOf(Action), resources: listOf(Resource) }));

const statementsOfLambda = ({ stack, Properties }: Resource): Statement[] => statementsOf(stack, Properties.Role['Fn::GetAtt'][0]);

/** Returns the entries of all functions that may do one of these actions on a matching resource. */
const functionsAllowedTo = (actions: string[], resource: RegExp): string[] =>
  lambdas
    .filter((lambda) =>
      statementsOfLambda(lambda).some(
        (statement) =>
          statement.actions.some((action) => actions.includes(action)) && statement.resources.some((name) => resource.test(name)),
      ),
    )
    .map(({ Properties }) => Properties.Description as string)
    .sort();

const writes = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];

test('the stacks contain exactly the functions that calls.ts, steps.ts and jobs.ts list', () => {
  expect(lambdas.map(({ Properties }) => Properties.Description).sort()).toEqual(entries);
});

test('a separate policy of a function only allows the function to complete tasks, or to start the next batches of a large order', () => {
  const nameOf = new Map(lambdas.map(({ Properties }) => [Properties.Role['Fn::GetAtt'][0] as string, Properties.Description as string]));
  const policies = resourcesOf('AWS::IAM::Policy').filter(({ Properties }) =>
    Properties.Roles.some(({ Ref }: { Ref: string }) => nameOf.has(Ref)),
  );
  const actionsOf = ({ Properties }: Json) => Properties.PolicyDocument.Statement.map(({ Action }: Json) => Action);
  const [starts, completes] = [true, false].map((isStart) =>
    policies.filter((policy) => (actionsOf(policy)[0] === 'states:StartExecution') === isStart),
  );
  expect(starts?.map(({ Properties }) => nameOf.get(Properties.Roles[0].Ref))).toEqual(['order/continue-order']);
  expect(starts?.map(actionsOf)).toEqual([['states:StartExecution']]);
  expect(completes?.length).toBeGreaterThan(0);
  for (const policy of completes ?? []) expect(actionsOf(policy)).toEqual([['states:SendTaskFailure', 'states:SendTaskSuccess']]);
});

describe('the policies of a role', () => {
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html: the limit of all inline policies of a role together.
  const charactersMax = 10_240;
  /** Longer than every ARN of our resources. The longest ARN belongs to a secret whose name CloudFormation generates. */
  const longArn = 'a'.repeat(160);
  const pseudoParameters: Record<string, string> = {
    '<AWS::Partition>': 'aws-us-gov',
    '<AWS::Region>': 'ap-southeast-1',
    '<AWS::AccountId>': '123456789012',
  };
  const sizeOf = (document: Json): number =>
    JSON.stringify(toPlainValue(document)).replace(/<[^<>]+>/g, (reference) => pseudoParameters[reference] ?? longArn).length;

  test.each(resourcesOf('AWS::IAM::Role').map(({ stack, id }) => [id, stack] as const))(
    'the policies of the role %s in %s have fewer characters than the limit of IAM',
    (id, stack) => {
      const size = policyDocumentsOf(stack, id).reduce((sum, document) => sum + sizeOf(document), 0);
      expect(size).toBeLessThan(charactersMax);
    },
  );

  test('the computed size of a policy counts each reference as a long ARN', () => {
    expect(sizeOf({ Resource: { Ref: 'Table' } })).toBe('{"Resource":""}'.length + longArn.length);
    expect(sizeOf({ Resource: { 'Fn::Join': [':', ['arn', { Ref: 'AWS::Region' }]] } })).toBe('{"Resource":"arn:ap-southeast-1"}'.length);
  });
});

test('each function id is unique over all stacks, because the local cloud finds grants by function id', () => {
  const ids = resourcesOf('AWS::Lambda::Function').map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

/** Functions that send requests to the payment vendor. */
const paymentFunctions = [
  'credits/get-auto-top-up',
  'credits/open-card-page',
  'credits/top-up-accounts',
  'credits/create-checkout',
  'credits/get-checkout',
  'credits/receive-stripe-webhook',
];

/** The functions that may read the keys of each vendor. If a new vendor has no row here, this file does not compile. */
const keyReaders: Record<VendorName, string[]> = {
  fal: ['video/poll-generation', 'video/start-generation', 'video/stop-generation'],
  stability: ['video/outpaint-image', 'video/outpaint-photo'],
  gemini: [
    'ai-write/write-item-prompt',
    'ai-write/write-prompt',
    'image/make-image',
    'pipeline/make-image',
    'video/poll-generation',
    'video/start-generation',
    'video/stop-generation',
    'video/store-late-result',
    'video/store-result',
  ],
  openai: [
    'ai-write/write-item-prompt',
    'ai-write/write-prompt',
    'image/make-image',
    'pipeline/analyze-example',
    'pipeline/analyze-transformation',
    'pipeline/evaluate-image',
    'pipeline/judge-image',
    'pipeline/make-image',
  ],
  photoroom: ['photo-edit/edit-photo'],
  stripe: paymentFunctions,
};

test.each(vendorNames)('only the listed functions read the keys of %s', (vendor) => {
  expect(functionsAllowedTo(['secretsmanager:GetSecretValue'], new RegExp(`${vendor}Keys`, 'i'))).toEqual(keyReaders[vendor].toSorted());
});

/** Functions that request or return slots. Each of these functions continues the items that get a slot. */
const slotFunctions = [
  'ai-write/write-item-prompt',
  'batch/cancel-batch',
  'batch/capture-item',
  'batch/release-item',
  'batch/repair-slots',
  'batch/request-slot',
  'order/control-order',
  'pipeline/capture-image',
  'pipeline/release-image',
  'pipeline/request-slot',
  'pipeline/stop-run',
  'video/decide-retry',
  'video/outpaint-photo',
  'video/store-result',
];

/** Functions that start batches of large orders, and hold their credits. */
const orderFunctions = [
  'order/continue-order',
  'order/continue-orders',
  'order/control-order',
  'order/start-quote',
  'order/start-scheduled-order',
];

describe('only the listed functions', () => {
  test.each([
    [
      'change a balance',
      writes,
      /TableUserProfiles|UserProfiles\w*Arn/,
      [
        'auth/close-accounts',
        'auth/delete-account',
        'auth/get-profile',
        'auth/save-marketplaces',
        'auth/send-welcome-mails',
        'credits/get-auto-top-up',
        'credits/open-card-page',
        'credits/remove-card',
        'credits/save-auto-top-up',
        'credits/top-up-accounts',
        'batch/cancel-batch',
        'batch/capture-item',
        'batch/create-batch',
        'batch/create-order',
        'batch/finish-batch',
        'batch/release-item',
        'batch/retry-batch',
        'credits/get-checkout',
        'credits/receive-stripe-webhook',
        'image/generate-gemini-image',
        'image/generate-openai-image',
        'photo-edit/order-background-removal',
        'photo-edit/order-image-editing',
        'image/generate-pipeline-image',
        'pipeline/capture-image',
        'pipeline/continue-run',
        'pipeline/finish-run',
        'pipeline/hold-image',
        'pipeline/pause-run',
        'pipeline/release-image',
        'pipeline/start-run',
        'video/generate-gemini-video',
        'video/generate-video',
        ...orderFunctions,
      ],
    ],
    [
      'append to the ledger',
      writes,
      /CreditTransactions/,
      [
        'auth/close-accounts',
        'auth/delete-account',
        'auth/get-profile',
        'credits/top-up-accounts',
        'batch/cancel-batch',
        'batch/capture-item',
        'batch/release-item',
        'credits/get-checkout',
        'credits/receive-stripe-webhook',
        'order/control-order',
        'pipeline/capture-image',
        'pipeline/release-image',
      ],
    ],
    ['write payments', writes, /Payments/, ['credits/top-up-accounts', 'credits/get-checkout', 'credits/receive-stripe-webhook']],
    ['read Stripe’s keys', ['secretsmanager:GetSecretValue'], /StripeKeys/, paymentFunctions],
    [
      'write history',
      writes,
      /GenerationHistory/,
      [
        'auth/close-accounts',
        'batch/finish-batch',
        'batch/keep-item',
        'batch/retry-batch',
        'history/name-history',
        // The end of a large order writes its row.
        ...orderFunctions,
        'pipeline/finish-run',
        'pipeline/keep-run-result',
        'pipeline/pause-run',
        'pipeline/stop-run',
        'video/store-late-result',
      ],
    ],
    [
      'write to the table of daily uses',
      writes,
      /DailyUses/,
      [
        // Calls with limits (shared/call-limits.ts). Other functions count or record an event of a user, for example the welcome mail.
        ...Object.entries(calls).flatMap(([name, { entry }]) => (isLimited(name as EndpointName) ? [entry] : [])),
        // A visitor has no account, so the function counts the files per network.
        'check/create-check',
        'provenance/verify-file',
        'auth/send-welcome-mails',
        'auth/sign-out-everywhere',
        'auth/get-profile',
        'auth/send-welcome-mail',
        'credits/top-up-accounts',
        'batch/send-done-mail',
        'batch/send-done-mails',
        // Functions that change the counters of billable vendor work (lambdas/store/vendor-work.ts).
        'order/continue-order',
        'order/continue-orders',
        'order/start-scheduled-order',
        'ai-write/write-item-prompt',
        'image/make-image',
        'photo-edit/edit-photo',
        'pipeline/analyze-example',
        'pipeline/judge-image',
        'pipeline/make-image',
        'video/outpaint-photo',
        'video/start-generation',
        'video/decide-retry',
        'batch/release-item',
        'pipeline/finish-run',
        'pipeline/release-image',
        'auth/close-accounts',
      ],
    ],
    [
      'delete a row',
      ['dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
      /./,
      ['auth/close-accounts', 'products/delete-products', ...slotFunctions],
    ],
    [
      'write products',
      writes,
      /TableProducts|Products\w*Arn/,
      ['auth/close-accounts', 'batch/finish-batch', 'products/delete-products', 'products/import-products'],
    ],
    ['write photos of products', ['s3:PutObject'], /\/product-photos\/\*$/, ['products/import-products']],
    ['add a ticket', ['dynamodb:PutItem'], /Admission/, ['batch/request-slot', 'pipeline/request-slot']],
    ['give a slot to an item', ['dynamodb:UpdateItem'], /Admission/, ['auth/close-accounts', 'auth/get-profile', ...slotFunctions]],
    [
      'delete a row of the ledger or an account',
      ['dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
      /CreditTransactions|UserProfiles|BonusClaims/,
      [],
    ],
    ['claim a bonus', writes, /BonusClaims/, ['auth/get-profile']],
    ['delete a version of a file', ['s3:DeleteObjectVersion'], /./, ['auth/close-accounts', 'check/check-upload', 'check/remove-checks']],
    ['start a check', ['states:StartExecution'], /FileCheck/, ['check/start-check']],
    [
      'write files of checks',
      ['s3:PutObject'],
      /\/checks\/\*$/,
      ['check/check-upload', 'check/create-check', 'check/create-seller-check', 'check/give-up-check'],
    ],
    [
      'read files of checks',
      ['s3:GetObject'],
      /\/checks\/\*$/,
      ['check/check-upload', 'check/get-check', 'check/give-up-check', 'check/start-check'],
    ],
    [
      'delete a file so that it can be restored',
      ['s3:DeleteObject'],
      /./,
      [
        'finish/make-file',
        'products/delete-products',
        'products/import-products',
        'provenance/sign-file',
        'video/crop-result',
        'video/store-late-result',
      ],
    ],
    ['sign content credentials', ['kms:Sign'], /CredentialKey/, ['provenance/sign-file']],
    ['invoke a function', ['lambda:InvokeFunction'], /SignFile/, ['finish/make-file', 'video/crop-result', 'video/store-late-result']],
    ['record signed files', writes, /SignedFiles/, ['provenance/sign-file']],
    ['read signed files', ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan'], /SignedFiles/, ['provenance/verify-file']],
    ['list files', ['s3:ListBucket'], /Media/, ['auth/make-export']],
    ['list the versions of files', ['s3:ListBucketVersions'], /Media/, ['auth/close-accounts', 'check/remove-checks']],
    ['record the deletion of an account', writes, /DeletedAccounts/, ['auth/delete-account']],
    ['delete a user of the user pool', ['cognito-idp:AdminDeleteUser'], /UserPool/, ['auth/close-accounts']],
    ['read the key for the hashes of e-mail addresses', ['secretsmanager:GetSecretValue'], /EmailMark/, ['auth/get-profile']],
    ['write exports', ['s3:PutObject'], /\/exports\/\*$/, ['auth/give-up-export', 'auth/make-export', 'auth/start-export']],
    [
      'write results',
      ['s3:PutObject'],
      /\/results\/\*$/,
      [
        'image/make-image',
        'photo-edit/edit-photo',
        'pipeline/finish-run',
        'pipeline/pause-run',
        'pipeline/stop-run',
        'provenance/sign-file',
        'video/crop-result',
        'video/crop-video',
        'video/keep-original',
        'video/store-late-result',
        'video/store-result',
      ],
    ],
    ['write originals', ['s3:PutObject'], /\/originals\/\*$/, ['video/store-late-result', 'video/store-result']],
    ['write frames', ['s3:PutObject'], /\/frames\/\*$/, ['video/outpaint-photo', 'video/preprocess-photo']],
    [
      'write ingested photos',
      ['s3:PutObject'],
      /\/ingested\/\*$/,
      ['pipeline/ingest-pictures', 'batch/ingest-photo', 'photo-edit/prepare-edit'],
    ],
    ['write iterations', ['s3:PutObject'], /\/iterations\/\*$/, ['pipeline/make-image', 'provenance/sign-file']],
    [
      'write uploads',
      ['s3:PutObject'],
      /\/uploads\/\*$/,
      [
        'image/generate-gemini-image',
        'image/generate-openai-image',
        'photo-edit/order-background-removal',
        'photo-edit/order-image-editing',
        'products/fetch-photo',
        'upload/adopt-upload',
        'image/generate-pipeline-image',
        'upload/create-upload',
        'video/generate-gemini-video',
        'video/generate-video',
        'video/outpaint-image',
        'video/preprocess-image',
      ],
    ],
    [
      'read the webhook secret',
      ['secretsmanager:GetSecretValue'],
      /WebhookSecret/,
      ['video/receive-fal-webhook', 'video/start-generation'],
    ],
    [
      'start a batch of images',
      ['states:StartExecution'],
      /ImageBatch/,
      [
        'batch/create-batch',
        'batch/create-order',
        'batch/reconcile',
        'batch/retry-batch',
        'image/generate-gemini-image',
        'image/generate-openai-image',
        'image/generate-pipeline-image',
        ...orderFunctions,
      ],
    ],
    ['start a before/after run', ['states:StartExecution'], /Pipeline/, ['batch/reconcile', 'pipeline/continue-run', 'pipeline/start-run']],
    [
      'start a batch of videos',
      ['states:StartExecution'],
      /VideoBatch/,
      [
        'batch/create-batch',
        'batch/create-order',
        'batch/reconcile',
        'batch/retry-batch',
        'video/generate-gemini-video',
        'video/generate-video',
        ...orderFunctions,
      ],
    ],
    ['start a batch of edits', ['states:StartExecution'], /EditBatch/, ['batch/create-batch', 'batch/reconcile', 'batch/retry-batch']],
    [
      'start the edit of a photo',
      ['states:StartExecution'],
      /PhotoEdit/,
      ['batch/reconcile', 'photo-edit/order-background-removal', 'photo-edit/order-image-editing'],
    ],
    ['read the state of a batch’s execution', ['states:DescribeExecution'], /execution:.*VideoBatch.*:\*$/, ['batch/reconcile']],
    ['start an archive', ['states:StartExecution'], /Archive/, ['download/create-download']],
    ['start an export', ['states:StartExecution'], /AccountExport/, ['auth/start-export']],
    ['sign a user out', ['cognito-idp:AdminUserGlobalSignOut'], /UserPool/, ['auth/sign-out-everywhere']],
    [
      'write archives',
      ['s3:PutObject'],
      /\/archives\/\*$/,
      ['download/create-download', 'download/give-up-archive', 'download/make-archive'],
    ],
    ['write the items of large orders', ['s3:PutObject'], /\/orders\/\*$/, ['order/create-quote']],
    ['read the items of large orders', ['s3:GetObject'], /\/orders\/\*$/, ['auth/make-export', ...orderFunctions]],
    ['start files for marketplaces', ['states:StartExecution'], /Finish/, ['finish/start-finish']],
    [
      'write files for marketplaces',
      ['s3:PutObject'],
      /\/finished\/\*$/,
      [
        'finish/give-up-file',
        'finish/make-file',
        'finish/start-finish',
        'package/create-package',
        'package/end-package',
        'package/make-part',
        'package/plan-package',
        'provenance/sign-file',
      ],
    ],
    [
      'read files for marketplaces',
      ['s3:GetObject'],
      /\/finished\/\*$/,
      [
        'finish/get-finish',
        'finish/give-up-file',
        'finish/make-file',
        'finish/start-finish',
        'package/create-package',
        'package/end-package',
        'package/get-package',
        'package/make-part',
        'package/plan-package',
        'provenance/sign-file',
      ],
    ],
    ['start a package', ['states:StartExecution'], /Package/, ['package/create-package']],
    ['write settings of a seller', ['s3:PutObject'], /\/settings\/\*$/, ['package/save-file-names']],
    ['read settings of a seller', ['s3:GetObject'], /\/settings\/\*$/, ['auth/make-export', 'package/get-file-names']],
    [
      'read uncropped originals',
      ['s3:GetObject'],
      /\/originals\/\*$/,
      ['finish/make-file', 'finish/start-finish', 'video/crop-video', 'video/keep-original'],
    ],
    ['attach a late video', ['states:StartExecution'], /LateVideo/, ['video/receive-fal-webhook']],
    ['scan any table', ['dynamodb:Scan'], /./, ['batch/reconcile']],
    [
      'complete a waiting step',
      ['states:SendTaskSuccess', 'states:SendTaskFailure'],
      /VideoItem/,
      ['auth/close-accounts', 'video/await-result', 'video/receive-fal-webhook', ...slotFunctions],
    ],
    [
      'continue an image that waits for a slot',
      ['states:SendTaskSuccess', 'states:SendTaskFailure'],
      /ImageItem/,
      ['auth/close-accounts', ...slotFunctions],
    ],
    [
      'sign links to media',
      ['secretsmanager:GetSecretValue'],
      /MediaSigningKeys/,
      [
        'auth/get-export',
        'auth/make-export',
        'auth/start-export',
        'batch/cancel-batch',
        'batch/check-operation',
        'batch/get-batch',
        'credits/list-transactions',
        'download/create-download',
        'download/get-download',
        'finish/get-finish',
        'finish/start-finish',
        'history/get-history',
        'history/list-history',
        'image/generate-gemini-image',
        'image/generate-openai-image',
        'image/generate-pipeline-image',
        'package/create-package',
        'package/get-package',
        'photo-edit/get-photo-edit',
        'pipeline/continue-run',
        'pipeline/get-run',
        'pipeline/list-runs',
        'pipeline/start-run',
        'pipeline/stop-run',
        'products/list-products',
        'video/crop-result',
        'video/outpaint-image',
        'video/preprocess-image',
      ],
    ],
    ['schedule the start of an order', ['scheduler:CreateSchedule', 'iam:PassRole'], /./, ['order/start-quote']],
    ['read the user pool', ['cognito-idp:AdminGetUser'], /UserPool/, ['auth/close-accounts', 'auth/get-profile']],
    [
      'read the site’s origin',
      ['ssm:GetParameter'],
      /parameter\/vitrine\/prod\/site-origin$/,
      [
        'auth/send-welcome-mail',
        'auth/send-welcome-mails',
        'batch/send-done-mail',
        'batch/send-done-mails',
        'credits/create-checkout',
        'credits/open-card-page',
        'credits/top-up-accounts',
        'video/start-generation',
      ],
    ],
  ])('only the listed functions %s', (_, actions, resource, expected) => {
    expect(functionsAllowedTo(actions, resource)).toEqual(expected.toSorted());
  });
});

test('the function that decodes files of visitors can reach only the folder of checks: no table, no secret, no machine, no other file', () => {
  const lambda = lambdas.find(({ Properties }) => Properties.Description === 'check/check-upload') as Resource;
  const statements = statementsOfLambda(lambda).filter(({ actions }) => !actions.every((action) => /^(logs|xray):/.test(action)));
  expect(statements.flatMap(({ actions }) => actions).sort()).toEqual(['s3:DeleteObjectVersion', 's3:GetObject', 's3:PutObject']);
  for (const { resources } of statements) for (const resource of resources) expect(resource).toMatch(/^<.*Media.*>\/checks\/\*$/);
  expect(lambda.Properties).toMatchObject({ Timeout: 60, MemorySize: 2048 });
});

const machines = Object.values(workKinds).map(({ machine }) => machine);

describe.each(lambdas.map((lambda) => [lambda.Properties.Description as string, lambda] as const))('%s', (entry, lambda) => {
  const statements = statementsOfLambda(lambda);

  test('the role has no wildcard actions, and uses wildcard resources only for media folders and state machine executions', () => {
    for (const { actions, resources } of statements) {
      for (const action of actions) expect(action).not.toContain('*');
      for (const resource of resources.filter((name) => name.includes('*')))
        expect(resource).toMatch(
          new RegExp(
            `^(<.*Media.*>/(uploads|ingested|frames|originals|iterations|results|exports|archives|finished|settings|orders|product-photos|checks)/\\*|arn:.*:schedule/vitrine-prod-orders/\\*|arn:.*:execution:.*(${machines.join('|')}).*:\\*)$`,
          ),
        );
    }
  });

  test('the function has environment variables for exactly its granted resources, and no variable contains a secret value', () => {
    const { Variables } = toPlainValue(lambda.Properties.Environment);
    const { STAGE, ...resourceVariables } = Variables as Record<string, string>;
    expect(STAGE).toBe('prod');
    const spec = specs.find((one) => one.entry === entry);
    const {
      tables = {},
      media,
      secrets = [],
      vendorKeys = [],
      providers = [],
      siteOrigin,
      mediaLinks,
      listsMedia,
      startsWork = [],
      schedulesOrders,
      startsLateVideo,
      startsArchives,
      startsExports,
      startsFileChecks,
      startsFinishes,
      startsPackages,
      signsCredentials,
      invokesSigner,
      signsUsersOut,
      readsUsers,
    } = spec?.grants ?? {};
    const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase();
    expect(Object.keys(resourceVariables).sort()).toEqual(
      [
        ...Object.keys(tables).map((name) => `TABLE_${toSnakeCase(name)}`),
        ...(media || listsMedia ? ['MEDIA_BUCKET'] : []),
        ...(signsCredentials ? ['SIGNING_CERTIFICATES_PARAMETER', 'SIGNING_KEY_ARN', 'WITHOUT_SIGNING_KEY'] : []),
        ...(invokesSigner ? ['SIGN_FUNCTION_NAME'] : []),
        ...(mediaLinks ? ['MEDIA_LINKS_PARAMETER'] : []),
        ...(mediaLinks === 'sign' ? ['MEDIA_SIGNING_SECRET_ARN'] : []),
        ...secrets.map((name) => `${toSnakeCase(name)}_SECRET_ARN`),
        ...vendorKeys.map((name) => `${toSnakeCase(name)}_KEYS_SECRET_ARN`),
        ...providers.map((name) => `${toSnakeCase(name)}_PROVIDER`),
        ...(siteOrigin ? ['SITE_ORIGIN_PARAMETER'] : []),
        ...startsWork.map((kind) => `${toSnakeCase(workKinds[kind].machine).slice(1)}_MACHINE_ARN`),
        ...(schedulesOrders ? ['FUNCTION_ARN', 'GROUP', 'ROLE_ARN'].map((name) => `ORDER_SCHEDULE_${name}`) : []),
        ...(startsLateVideo ? ['LATE_VIDEO_MACHINE_ARN'] : []),
        ...(startsArchives ? ['ARCHIVE_MACHINE_ARN'] : []),
        ...(startsExports ? ['EXPORT_MACHINE_ARN'] : []),
        ...(startsFileChecks ? ['FILE_CHECK_MACHINE_ARN'] : []),
        ...(startsFinishes ? ['FINISH_MACHINE_ARN'] : []),
        ...(startsPackages ? ['PACKAGE_MACHINE_ARN'] : []),
        ...(readsUsers || signsUsersOut ? ['USER_POOL_ID'] : []),
      ].sort(),
    );
    expect(JSON.stringify(Variables)).not.toContain('{{resolve:');
  });

  test('the function has the tested Node runtime, a log that expires after a month, and no retries by Lambda', () => {
    expect(lambda.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['x86_64'],
      Handler: 'index.handler',
      LoggingConfig: { LogFormat: 'JSON' },
    });
    const logs = resourcesOf('AWS::Logs::LogGroup').find(({ id }) => id === lambda.Properties.LoggingConfig.LogGroup.Ref);
    expect(logs?.Properties.RetentionInDays).toBe(30);
    const invocation = resourcesOf('AWS::Lambda::EventInvokeConfig').find(({ Properties }) => Properties.FunctionName.Ref === lambda.id);
    // Lambda retries only asynchronous invocations, and only a schedule invokes functions asynchronously.
    const isScheduled = scheduledSpecs.some(({ entry }) => entry === lambda.Properties.Description);
    expect(invocation?.Properties.MaximumRetryAttempts).toBe(isScheduled ? 0 : undefined);
  });
});

test.each([
  ['ArchiveRole', /^(<\w+Function\w+\.Arn>:\*|\*)$/],
  ['FinishRole', /^(<\w+Function\w+\.Arn>:\*|\*)$/],
  ['PipelineRole', /^(<\w+Function\w+\.Arn>:\*|\*)$/],
  ['LateVideoRole', /^(<\w+Function\w+\.Arn>:\*|\*)$/],
  ['VideoItemRole', /^(<\w+Function\w+\.Arn>:\*|\*)$/],
  ['VideoBatchRole', /^(<\w+Function\w+\.Arn>:\*|\*|arn:<AWS::Partition>:states:.*:execution:.*)$/],
])(
  'the machine %s has wildcards only for versions of its functions, for executions of its machine and for log delivery',
  (role, wildcard) => {
    const roles = resourcesOf('AWS::IAM::Role').filter(({ id }) => id.startsWith(role));
    expect(roles).toHaveLength(1);
    for (const { actions, resources } of statementsOf(roles[0]?.stack ?? '', roles[0]?.id ?? '')) {
      for (const action of actions) expect(action).not.toContain('*');
      for (const resource of resources.filter((name) => JSON.stringify(name).includes('*')))
        expect(JSON.stringify(resource).slice(1, -1)).toMatch(wildcard);
      // Log delivery must be allowed on all resources, because AWS supports no narrower grant.
      if (resources.includes('*')) for (const action of actions) expect(action).toMatch(/^logs:/);
    }
  },
);
