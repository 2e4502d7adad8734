import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backupsKeptDays } from '#infra/constructs/table-backups.ts';
import { checkFolder, mediaFolders } from '#shared/upload/media-folders.ts';
import { synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';

const { all: resourcesOf, one: onlyResource } = synthesize({ siteOrigin: 'https://vitrine.example' });
const tables = resourcesOf('AWS::DynamoDB::Table');
const media = onlyResource('AWS::S3::Bucket', 'Media');

describe('tables', () => {
  test.each(tables.map((table) => [table.id, table] as const))(
    'the table %s is protected from deletion and can be restored to an earlier time',
    (_, table) => {
      expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
      expect(table.Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
      expect(table.Properties).not.toHaveProperty('StreamSpecification');
      expect(table.Properties).not.toHaveProperty('TableName');
    },
  );

  test.each([
    [
      'UserProfiles',
      ['id'],
      {
        closing: ['closing_shard', 'closing_at'],
        welcome: ['welcome_shard', 'created_at'],
        auto_top_up: ['auto_top_up_shard', 'available'],
      },
    ],
    ['CreditTransactions', ['user_id', 'id'], { by_created_at: ['user_id', 'created_at'] }],
    [
      'Batches',
      ['pk', 'sk'],
      {
        active_by_user: ['active_user_id', 'created_at'],
        open_holds: ['hold_shard', 'held_at'],
        done_mails: ['mail_shard', 'mail_at'],
        by_user: ['user_id'],
      },
    ],
    ['GenerationHistory', ['user_id', 'batch_id'], { by_created_at: ['user_id', 'created_at'] }],
    ['BonusClaims', ['id'], {}],
    ['DeletedAccounts', ['id'], {}],
    ['SignedFiles', ['id'], {}],
    ['DailyUses', ['user_id', 'day_use'], {}],
    ['Admission', ['pk', 'sk'], { by_queue_key: ['pk', 'queue_key'] }],
    ['ImageGenerationHistory', ['user_id', 'batch_id'], { by_created_at: ['user_id', 'created_at'] }],
  ])('the table %s has the specified keys and indexes', (id, keys, indexes) => {
    const { KeySchema, LocalSecondaryIndexes = [], GlobalSecondaryIndexes = [] } = onlyResource('AWS::DynamoDB::Table', id).Properties;
    const names = (schema: { AttributeName: string }[]) => schema.map(({ AttributeName }) => AttributeName);
    expect(names(KeySchema)).toEqual(keys);
    expect(
      Object.fromEntries(
        [...LocalSecondaryIndexes, ...GlobalSecondaryIndexes].map(({ IndexName, KeySchema: schema }) => [IndexName, names(schema)]),
      ),
    ).toEqual(indexes);
  });
});

test('only the rows of the daily uses and of the admission expire', () => {
  expect(
    tables
      .filter(({ Properties }) => Properties.TimeToLiveSpecification)
      .map(({ id, Properties }) => [id, Properties.TimeToLiveSpecification]),
  ).toEqual([
    [expect.stringContaining('DailyUses'), { AttributeName: 'expires_at', Enabled: true }],
    [expect.stringContaining('Admission'), { AttributeName: 'expires_at', Enabled: true }],
  ]);
});

describe('the backups', () => {
  test('the backups contain every table each day, and are kept for 35 days', () => {
    const { BackupPlanRule: rules } = onlyResource('AWS::Backup::BackupPlan', 'TableBackups').Properties.BackupPlan;
    expect(rules).toMatchObject([{ ScheduleExpression: 'cron(0 3 * * ? *)', Lifecycle: { DeleteAfterDays: 35 } }]);
    const { BackupSelection: selection } = onlyResource('AWS::Backup::BackupSelection', 'TableBackups').Properties;
    const selectedIds = selection.Resources.map((name: unknown) => /"([^"]*)"\s*,\s*"Arn"/.exec(JSON.stringify(name))?.[1]);
    expect(selectedIds.sort()).toEqual(tables.map(({ id }) => id).sort());
  });

  test('the backup vault accepts only a retention of 30 to 35 days, and remains if the stack is deleted', () => {
    const vault = onlyResource('AWS::Backup::BackupVault', 'TableBackups');
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    // Without ChangeableForDays, the lock is in governance mode.
    expect(vault.Properties.LockConfiguration).toEqual({ MinRetentionDays: 30, MaxRetentionDays: 35 });
  });

  test('the backups are deleted after the time that the privacy page states', () => {
    const privacy = readFileSync(join(import.meta.dirname, '../../web/src/features/legal/privacy.ts'), 'utf8');
    expect(privacy).toContain(`We delete backups after ${backupsKeptDays} days`);
  });
});

describe('the media bucket', () => {
  test('the media bucket is private and encrypted, and remains if the stack is deleted', () => {
    expect(media).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(media.Properties).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }] },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
  });

  test('the media bucket deletes only temporary files: each expiration rule has a prefix', () => {
    const rules: Record<string, unknown>[] = media.Properties.LifecycleConfiguration.Rules;
    // The bytes of an expired file are deleted a day later.
    const temporary = { NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Status: 'Enabled' };
    expect(rules.filter((rule) => 'ExpirationInDays' in rule)).toEqual([
      { Id: 'abandoned-uploads', Prefix: 'uploads/', ExpirationInDays: 30, ...temporary },
      { Id: 'used-frames', Prefix: 'frames/', ExpirationInDays: 30, ...temporary },
      { Id: 'run-iterations', Prefix: 'iterations/', ExpirationInDays: 90, ...temporary },
      { Id: 'fetched-exports', Prefix: 'exports/', ExpirationInDays: 1, ...temporary },
      { Id: 'saved-archives', Prefix: 'archives/', ExpirationInDays: 1, ...temporary },
      { Id: 'checked-files', Prefix: 'checks/', ExpirationInDays: 1, ...temporary },
      { Id: 'items-of-orders', Prefix: 'orders/', ExpirationInDays: 60, ...temporary },
      { Id: 'finished-files', Prefix: 'finished/', ExpirationInDays: 30, ...temporary },
    ]);
  });

  test('the media bucket keeps the older versions of results, originals, photos and settings for 30 days, and deletes old versions in every folder', () => {
    expect(media.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const rules: Record<string, unknown>[] = media.Properties.LifecycleConfiguration.Rules;
    const kept = { NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: 'Enabled' };
    expect(rules.filter((rule) => !('ExpirationInDays' in rule))).toEqual([
      { Id: 'old-results', Prefix: 'results/', ...kept },
      { Id: 'old-originals', Prefix: 'originals/', ...kept },
      { Id: 'old-settings', Prefix: 'settings/', ...kept },
      { Id: 'old-product-photos', Prefix: 'product-photos/', ...kept },
      { Id: 'old-photos', Prefix: 'ingested/', ...kept },
      { Id: 'markers-without-versions', ExpiredObjectDeleteMarker: true, Status: 'Enabled' },
      { Id: 'broken-multipart-uploads', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
    ]);
    const prefixes = rules.filter((rule) => 'NoncurrentVersionExpiration' in rule).map(({ Prefix }) => Prefix);
    expect(prefixes.sort()).toEqual([...mediaFolders, checkFolder].map((folder) => `${folder}/`).sort());
  });

  test('the media bucket allows only uploads from the pages of the site, because the pages read files through CloudFront', () => {
    expect(media.Properties.CorsConfiguration.CorsRules).toMatchObject([
      { AllowedOrigins: ['https://vitrine.example'], AllowedMethods: ['POST'] },
    ]);
  });

  test('only distributions of this account can read the media bucket, and only in the folders whose files can have a link', () => {
    const policy = resourcesOf('AWS::S3::BucketPolicy').find(({ Properties }) => Properties.Bucket.Ref === media.id);
    const allowed = toPlainValue(policy?.Properties.PolicyDocument.Statement).filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    expect(allowed).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Action: 's3:GetObject',
        Resource: ['archives', 'exports', 'finished', 'ingested', 'iterations', 'product-photos', 'results', 'uploads'].map(
          (folder) => `<${media.id}.Arn>/${folder}/*`,
        ),
        Condition: { ArnLike: { 'AWS:SourceArn': 'arn:<AWS::Partition>:cloudfront::<AWS::AccountId>:distribution/*' } },
      },
    ]);
  });
});

test('the secret with the keys of the links remains if the stack is deleted, and the template contains no key', () => {
  const keySecret = onlyResource('AWS::SecretsManager::Secret', 'MediaSigningKeys');
  expect(keySecret).toMatchObject({ DeletionPolicy: 'Retain' });
  expect(JSON.parse(keySecret.Properties.SecretString)).toEqual({ MEDIA_PRIVATE_KEY: '', MEDIA_SPARE_PRIVATE_KEY: '' });
});

test.each(resourcesOf('AWS::S3::Bucket').map((bucket) => [bucket.id, bucket] as const))(
  'the bucket %s is closed to the public and to HTTP without TLS',
  (_, bucket) => {
    expect(bucket.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const policy = resourcesOf('AWS::S3::BucketPolicy').find(({ Properties }) => Properties.Bucket.Ref === bucket.id);
    const refusals = toPlainValue(policy?.Properties.PolicyDocument.Statement).filter(
      ({ Effect }: { Effect: string }) => Effect === 'Deny',
    );
    expect(refusals).toContainEqual(
      expect.objectContaining({ Principal: { AWS: '*' }, Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  },
);
