import { describe, expect, test } from 'vitest';
import { synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';

const { all: resourcesOf, one: onlyResource } = synthesize({ siteOrigin: 'https://vitrine.example' });
const tables = resourcesOf('AWS::DynamoDB::Table');
const media = onlyResource('AWS::S3::Bucket', 'Media');

describe('tables', () => {
  test.each(tables.map((table) => [table.id, table] as const))(
    '%s is protected from deletion and can be restored to an earlier time',
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
    ['UserProfiles', ['id'], { closing: ['closing_shard', 'closing_at'], welcome: ['welcome_shard', 'created_at'] }],
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
    ['DailyUses', ['user_id', 'day_use'], {}],
    ['Admission', ['pk', 'sk'], { by_queue_key: ['pk', 'queue_key'] }],
    ['ImageGenerationHistory', ['user_id', 'batch_id'], { by_created_at: ['user_id', 'created_at'] }],
  ])('%s has the specified keys and indexes', (id, keys, indexes) => {
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

describe('the media bucket', () => {
  test('is private and encrypted, and remains if the stack is deleted', () => {
    expect(media).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(media.Properties).toMatchObject({
      BucketEncryption: { ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }] },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
  });

  test('deletes only temporary files: each expiration rule has a prefix', () => {
    const rules: Record<string, unknown>[] = media.Properties.LifecycleConfiguration.Rules;
    expect(rules.filter((rule) => 'ExpirationInDays' in rule)).toEqual([
      { Id: 'abandoned-uploads', Prefix: 'uploads/', ExpirationInDays: 30, Status: 'Enabled' },
      { Id: 'used-frames', Prefix: 'frames/', ExpirationInDays: 30, Status: 'Enabled' },
      { Id: 'run-iterations', Prefix: 'iterations/', ExpirationInDays: 90, Status: 'Enabled' },
      { Id: 'cropped-originals', Prefix: 'originals/', ExpirationInDays: 30, Status: 'Enabled' },
      { Id: 'fetched-exports', Prefix: 'exports/', ExpirationInDays: 1, Status: 'Enabled' },
      { Id: 'saved-archives', Prefix: 'archives/', ExpirationInDays: 1, Status: 'Enabled' },
    ]);
    expect(rules.filter((rule) => !('ExpirationInDays' in rule))).toEqual([
      { Id: 'broken-multipart-uploads', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
    ]);
  });

  test('allows only uploads from the pages of the site, because the pages read files through CloudFront', () => {
    expect(media.Properties.CorsConfiguration.CorsRules).toMatchObject([
      { AllowedOrigins: ['https://vitrine.example'], AllowedMethods: ['POST'] },
    ]);
  });

  test('can be read by distributions of this account, only in the folders of links, and not by another caller', () => {
    const policy = resourcesOf('AWS::S3::BucketPolicy').find(({ Properties }) => Properties.Bucket.Ref === media.id);
    const allowed = toPlainValue(policy?.Properties.PolicyDocument.Statement).filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    expect(allowed).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Action: 's3:GetObject',
        Resource: ['archives', 'exports', 'ingested', 'iterations', 'results', 'uploads'].map((folder) => `<${media.id}.Arn>/${folder}/*`),
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
  '%s is closed to the public and to HTTP without TLS',
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
