/** The data that no deployment may delete: accounts, ledger, batches and media. */
import { ArnFormat, Duration, RemovalPolicy, SecretValue, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, type LifecycleRule, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { linkedFolders } from '#shared/upload/media-folders.ts';
import { TableBackups } from '../constructs/table-backups.ts';
import type { TableName } from '../functions/spec.ts';
import { localOrigin, type Settings } from '../settings.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** A batch copies its photos when it starts, usually minutes after the uploads. Older uploads are not needed. */
const uploadsKeptDays = 30;
/** Only vendors and retries use the rendered frames. An expired frame is rendered again from the photo. */
const framesKeptDays = 30;
/** A file for a marketplace can be made again for free. */
const finishedKeptDays = 30;
/** A large order is stopped after 22 days. Its batches contain the data of the items that were made. */
const orderItemsKeptDays = 60;
/** An export is downloaded immediately, and its URLs are valid for an hour. */
const exportsKeptDays = 1;
/** An archive is downloaded within an hour, because its URL is valid for an hour. It can be made again for free. */
const archivesKeptDays = 1;
/** A job deletes these files after an hour. */
const checksKeptDays = 1;
/** Intermediate images of before/after runs (docs/spec.md 3.9). */
const iterationsKeptDays = 90;
/** A wrongly deleted or overwritten result or photo can be restored for this time (docs/runbook.md). */
const oldVersionsKeptDays = 30;
/**
 * Days until older versions of temporary files are deleted. S3 needs at least one day. No user needs temporary files after their deletion.
 */
const oldTemporaryVersionsKeptDays = 1;

/**
 * Returns the rule for temporary files. In a bucket with versions, the expiration only adds a delete marker. The second part of the rule
 * deletes the bytes: https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html
 */
const temporary = (id: string, prefix: string, keptDays: number): LifecycleRule => ({
  id,
  prefix,
  expiration: Duration.days(keptDays),
  noncurrentVersionExpiration: Duration.days(oldTemporaryVersionsKeptDays),
});

export class DataStack extends Stack {
  readonly tables: Record<TableName, Table>;
  readonly media: Bucket;
  readonly backups: TableBackups;
  /** The key for the hashes of e-mail addresses. A reader of the hashes needs this key to test whether an address had an account. */
  readonly emailMarkSecret: Secret;
  /** The private keys that sign the links to media. `npm run deploy` writes them (tools/deploy/media-keys.ts). */
  readonly mediaSigningSecret: Secret;
  /** The key that signs the content credentials of all files. It cannot be exported. */
  readonly credentialKey: Key;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, { ...props, description: 'Vitrine: accounts, ledger, batches and media', terminationProtection: true });

    this.tables = {
      userProfiles: this.createTable('UserProfiles', 'id'),
      creditTransactions: this.createTable('CreditTransactions', 'user_id', { sortKey: 'id' }),
      batches: this.createTable('Batches', 'pk', { sortKey: 'sk' }),
      generationHistory: this.createTable('GenerationHistory', 'user_id', { sortKey: 'batch_id' }),
      imageGenerationHistory: this.createTable('ImageGenerationHistory', 'user_id', { sortKey: 'batch_id' }),
      pipelineRuns: this.createTable('PipelineRuns', 'user_id', { sortKey: 'sk' }),
      // Each product of a seller has two rows: the fields of lists, and the row of the imported sheet.
      products: this.createTable('Products', 'user_id', { sortKey: 'sk' }),
      dailyUses: this.createTable('DailyUses', 'user_id', { sortKey: 'day_use', timeToLiveAttribute: 'expires_at' }),
      payments: this.createTable('Payments', 'id'),
      // Keyed hashes of the e-mail addresses that received the signup bonus. After the deletion of an account, only this hash and the
      // ledger of the account remain.
      bonusClaims: this.createTable('BonusClaims', 'id'),
      // The slots at the vendors: one row per lane, and one row per item that waits for a slot or has a slot.
      admission: this.createTable('Admission', 'pk', { sortKey: 'sk', timeToLiveAttribute: 'expires_at' }),
      // The ids of the accounts whose deletion was requested. This table is never restored to an earlier time. So if the other tables are
      // restored, the deleted accounts are still known.
      deletedAccounts: this.createTable('DeletedAccounts', 'id'),
      // The hashes of all signed files, with their date and kind. A row has no reference to an account, so it stays after the deletion of
      // an account: a file that the seller has published can still be verified.
      signedFiles: this.createTable('SignedFiles', 'id'),
    };
    // This sparse index contains the waiting items of a lane in the order of their admission. A local index is necessary, because the next
    // item must be read consistently.
    this.tables.admission.addLocalSecondaryIndex({
      indexName: 'by_queue_key',
      sortKey: text('queue_key'),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    const { userProfiles, creditTransactions, batches, generationHistory, imageGenerationHistory, pipelineRuns } = this.tables;
    // The iterations of a before/after run are not in the index, because only the main row of a run has `created_at`.
    for (const table of [creditTransactions, generationHistory, imageGenerationHistory, pipelineRuns])
      table.addLocalSecondaryIndex({ indexName: 'by_created_at', sortKey: text('created_at') });
    // These two indexes are sparse: they contain only batches that have not ended.
    batches.addGlobalSecondaryIndex({
      indexName: 'active_by_user',
      partitionKey: text('active_user_id'),
      sortKey: text('created_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    batches.addGlobalSecondaryIndex({
      indexName: 'open_holds',
      partitionKey: text('hold_shard'),
      sortKey: text('held_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    // This sparse index contains the mails about ended work that are not done yet.
    batches.addGlobalSecondaryIndex({
      indexName: 'done_mails',
      partitionKey: text('mail_shard'),
      sortKey: text('mail_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    batches.addGlobalSecondaryIndex({ indexName: 'by_user', partitionKey: text('user_id'), projectionType: ProjectionType.KEYS_ONLY });
    // This sparse index contains accounts whose deletion is not finished.
    userProfiles.addGlobalSecondaryIndex({
      indexName: 'closing',
      partitionKey: text('closing_shard'),
      sortKey: text('closing_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });

    // This sparse index contains new accounts whose welcome mail is not done.
    userProfiles.addGlobalSecondaryIndex({
      indexName: 'welcome',
      partitionKey: text('welcome_shard'),
      sortKey: text('created_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });

    // This sparse index contains accounts with an automatic top-up, lowest balances first.
    userProfiles.addGlobalSecondaryIndex({
      indexName: 'auto_top_up',
      partitionKey: text('auto_top_up_shard'),
      sortKey: { name: 'available', type: AttributeType.NUMBER },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['auto_top_up_below'],
    });

    this.backups = new TableBackups(this, 'TableBackups', { tables: Object.values(this.tables) });
    this.media = this.createMediaBucket(settings);
    this.allowCloudFront();
    this.mediaSigningSecret = this.createMediaSigningSecret();
    this.credentialKey = new Key(this, 'CredentialKey', {
      description: 'Signs the content credentials (C2PA) of all files',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.emailMarkSecret = new Secret(this, 'EmailMarkSecret', {
      description: 'Key for the hashes of the e-mail addresses that received the welcome bonus',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.emailMarkSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'This key only makes keyed hashes of e-mail addresses. With a new key, no stored hash would match, so every address could receive the bonus again.',
    });
  }

  /**
   * Allows the distributions of this account to read the files to which the API returns links. The statement does not name the
   * distribution: the web stack refers to this bucket, so a reference back to the web stack would be a cycle. Another distribution of the
   * account could also read the bucket. But only an administrator of the account can create a distribution.
   * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
   */
  private allowCloudFront(): void {
    const distributions = this.formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution',
      resourceName: '*',
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    this.media.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: linkedFolders.map((folder) => this.media.arnForObjects(`${folder}/*`)),
        conditions: { ArnLike: { 'AWS:SourceArn': distributions } },
      }),
    );
  }

  private createMediaSigningSecret(): Secret {
    const keySecret = new Secret(this, 'MediaSigningKeys', {
      description: 'Private keys that sign the links to media. Written by npm run deploy; see docs/runbook.md.',
      secretObjectValue: {
        MEDIA_PRIVATE_KEY: SecretValue.unsafePlainText(''),
        MEDIA_SPARE_PRIVATE_KEY: SecretValue.unsafePlainText(''),
      },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(keySecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'CloudFront must know a public key before a link is signed with it, and a scheduled rotation does not deploy. `npm run deploy -- <stage> --media-key` rotates the keys in the correct order (docs/runbook.md).',
    });
    return keySecret;
  }

  private createTable(
    id: string,
    partitionKey: string,
    { sortKey, ...options }: { sortKey?: string; timeToLiveAttribute?: string } = {},
  ): Table {
    return new Table(this, id, {
      partitionKey: text(partitionKey),
      ...(sortKey && { sortKey: text(sortKey) }),
      ...options,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  private createMediaBucket({ siteOrigin }: Settings): Bucket {
    const bucket = new Bucket(this, 'Media', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
      cors: [
        {
          allowedOrigins: [siteOrigin ?? localOrigin],
          // The page only uploads to S3. It reads all files through CloudFront.
          allowedMethods: [HttpMethods.POST],
          allowedHeaders: ['*'],
          maxAge: Duration.hours(1).toSeconds(),
        },
      ],
      // Only the files with a `temporary` rule expire. Sellers paid for the results, and the pages show the ingested photos next to the
      // results. If a marketplace needs another ratio, its file is cropped from the uncropped original. The photos of a product stay until
      // the seller deletes the product.
      lifecycleRules: [
        temporary('abandoned-uploads', 'uploads/', uploadsKeptDays),
        temporary('used-frames', 'frames/', framesKeptDays),
        temporary('run-iterations', 'iterations/', iterationsKeptDays),
        temporary('fetched-exports', 'exports/', exportsKeptDays),
        temporary('saved-archives', 'archives/', archivesKeptDays),
        temporary('checked-files', 'checks/', checksKeptDays),
        temporary('items-of-orders', 'orders/', orderItemsKeptDays),
        temporary('finished-files', 'finished/', finishedKeptDays),
        { id: 'old-results', prefix: 'results/', noncurrentVersionExpiration: Duration.days(oldVersionsKeptDays) },
        { id: 'old-originals', prefix: 'originals/', noncurrentVersionExpiration: Duration.days(oldVersionsKeptDays) },
        { id: 'old-settings', prefix: 'settings/', noncurrentVersionExpiration: Duration.days(oldVersionsKeptDays) },
        { id: 'old-product-photos', prefix: 'product-photos/', noncurrentVersionExpiration: Duration.days(oldVersionsKeptDays) },
        { id: 'old-photos', prefix: 'ingested/', noncurrentVersionExpiration: Duration.days(oldVersionsKeptDays) },
        // Every deletion leaves a marker. Without this rule, the markers of expired files would stay permanently.
        { id: 'markers-without-versions', expiredObjectDeleteMarker: true },
        { id: 'broken-multipart-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'The bucket blocks public access. Every read needs a link and every upload needs a form that the API signed for one user, and the access log of the API contains the user of each call.',
    });
    return bucket;
  }
}
