/** What must outlive every deployment: the accounts, the ledger, the batches and the media. */
import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { TableName } from '../functions/spec.ts';
import { localOrigin, type Settings } from '../settings.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** A batch is started within minutes of its uploads, and its photos are then copied; what lies longer was abandoned. */
const uploadsKeptDays = 30;
/** Made for a vendor, and for who tries a failed video again; what lies longer is made again from the photo. */
const framesKeptDays = 30;
/** A video lies here from its arrival to its crop, which is minutes; longer only to see what went wrong. */
const originalsKeptDays = 30;
/** An export is fetched at once, and its links are good for an hour. */
const exportsKeptDays = 1;
/** Saved within the hour for which its link lasts, and made again for nothing. */
const archivesKeptDays = 1;
/** What a before/after run made on its way, beside the result (Q65). */
const iterationsKeptDays = 90;

export class DataStack extends Stack {
  readonly tables: Record<TableName, Table>;
  readonly media: Bucket;
  /** The key under which e-mails are hashed: who lacks it cannot tell whether an address ever had an account. */
  readonly emailMarkSecret: Secret;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, { ...props, description: 'Vitrine: accounts, ledger, batches and media', terminationProtection: true });

    this.tables = {
      userProfiles: this.table('UserProfiles', 'id'),
      creditTransactions: this.table('CreditTransactions', 'user_id', { sortKey: 'id' }),
      batches: this.table('Batches', 'pk', { sortKey: 'sk' }),
      generationHistory: this.table('GenerationHistory', 'user_id', { sortKey: 'batch_id' }),
      imageGenerationHistory: this.table('ImageGenerationHistory', 'user_id', { sortKey: 'batch_id' }),
      pipelineRuns: this.table('PipelineRuns', 'user_id', { sortKey: 'sk' }),
      dailyUses: this.table('DailyUses', 'user_id', { sortKey: 'day_use', timeToLiveAttribute: 'expires_at' }),
      payments: this.table('Payments', 'id'),
      // Who had the welcome bonus, by keyed hashes of e-mails: all that stays of an account that is deleted, beside its ledger.
      bonusClaims: this.table('BonusClaims', 'id'),
    };
    const { userProfiles, creditTransactions, batches, generationHistory, imageGenerationHistory, pipelineRuns } = this.tables;
    // Of before/after runs only the run's own row has this; its iterations do not stand in the index.
    for (const table of [creditTransactions, generationHistory, imageGenerationHistory, pipelineRuns])
      table.addLocalSecondaryIndex({ indexName: 'by_created_at', sortKey: text('created_at') });
    creditTransactions.addGlobalSecondaryIndex({
      indexName: 'by_batch',
      partitionKey: text('batch_id'),
      sortKey: text('created_at'),
    });
    // Sparse: a row is in the index only while its batch runs, or while its hold is open.
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

    batches.addGlobalSecondaryIndex({ indexName: 'by_user', partitionKey: text('user_id'), projectionType: ProjectionType.KEYS_ONLY });
    // Sparse: accounts that their owners have deleted, until nothing of them is left.
    userProfiles.addGlobalSecondaryIndex({
      indexName: 'closing',
      partitionKey: text('closing_shard'),
      sortKey: text('closing_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });

    // Sparse: new accounts whose welcome mail is not settled.
    userProfiles.addGlobalSecondaryIndex({
      indexName: 'welcome',
      partitionKey: text('welcome_shard'),
      sortKey: text('created_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });

    this.media = this.mediaBucket(settings);
    this.emailMarkSecret = new Secret(this, 'EmailMarkSecret', {
      description: 'Key of the hashes that say which e-mail had its welcome bonus',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.emailMarkSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Another key makes other hashes: every e-mail could have its bonus again.',
    });
  }

  private table(id: string, partitionKey: string, { sortKey, ...more }: { sortKey?: string; timeToLiveAttribute?: string } = {}): Table {
    return new Table(this, id, {
      partitionKey: text(partitionKey),
      ...(sortKey && { sortKey: text(sortKey) }),
      ...more,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  private mediaBucket({ siteOrigin }: Settings): Bucket {
    const bucket = new Bucket(this, 'Media', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
      cors: [
        {
          allowedOrigins: [siteOrigin ?? localOrigin],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          maxAge: Duration.hours(1).toSeconds(),
        },
      ],
      // Results are what sellers paid for, and photos are shown beside them: neither ever expires.
      lifecycleRules: [
        { id: 'abandoned-uploads', prefix: 'uploads/', expiration: Duration.days(uploadsKeptDays) },
        { id: 'used-frames', prefix: 'frames/', expiration: Duration.days(framesKeptDays) },
        { id: 'run-iterations', prefix: 'iterations/', expiration: Duration.days(iterationsKeptDays) },
        { id: 'cropped-originals', prefix: 'originals/', expiration: Duration.days(originalsKeptDays) },
        { id: 'fetched-exports', prefix: 'exports/', expiration: Duration.days(exportsKeptDays) },
        { id: 'saved-archives', prefix: 'archives/', expiration: Duration.days(archivesKeptDays) },
        { id: 'broken-multipart-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Objects are reached only through links that our API signs, and the API logs who asked for them.',
    });
    return bucket;
  }
}
